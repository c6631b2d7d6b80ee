-- Failed sign-ins, counted: repeated guesses add to a row and make no new ones. They stay out of the audit log, which
-- cannot be thinned out; the table shares that log's ids, so that one list shows both in order.
CREATE TABLE failed_sign_ins (
    id       bigint NOT NULL UNIQUE DEFAULT nextval(pg_get_serial_sequence('audit_log', 'id')),
    account  text NOT NULL, -- the user's id, or unknown
    provider text NOT NULL,
    network  text NOT NULL, -- of the client, truncated
    hour     timestamptz NOT NULL DEFAULT date_trunc('hour', now()),
    attempts int NOT NULL DEFAULT 1 CHECK (attempts > 0),
    trace_id text NOT NULL, -- of the last one
    last_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account, provider, network, hour)
);
CREATE INDEX failed_sign_ins_by_age ON failed_sign_ins (last_at);
