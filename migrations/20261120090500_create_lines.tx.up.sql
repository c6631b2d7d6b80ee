CREATE TABLE subscribers (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    id_hash    bytea NOT NULL UNIQUE, -- keyed hash of the ID number
    personal   bytea NOT NULL, -- encrypted
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lines (
    id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id          uuid NOT NULL UNIQUE,
    subscriber_id     uuid NOT NULL REFERENCES subscribers (id),
    msisdn            text NOT NULL,
    plan_id           text NOT NULL DEFAULT '',
    subscription_type text NOT NULL DEFAULT 'prepaid',
    status            text NOT NULL DEFAULT 'active',
    activated_at      timestamptz NOT NULL
);
-- A number is in service for one line at a time.
CREATE UNIQUE INDEX lines_in_service ON lines (msisdn) WHERE status <> 'ended';
CREATE INDEX lines_by_subscriber ON lines (subscriber_id);

CREATE TABLE line_sims (
    line_id uuid NOT NULL REFERENCES lines (id),
    iccid   text NOT NULL UNIQUE,
    since   timestamptz NOT NULL,
    until   timestamptz,
    PRIMARY KEY (line_id, iccid)
);
CREATE UNIQUE INDEX line_sims_current ON line_sims (line_id) WHERE until IS NULL;

CREATE TABLE blocked_ids (
    id_hash    bytea PRIMARY KEY,
    reason     text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
