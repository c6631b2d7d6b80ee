CREATE TABLE users (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    email         text UNIQUE CHECK (email = lower(email)),
    mobile        text UNIQUE CHECK (mobile ~ '^05[0-9]{8}$'),
    password_hash text NOT NULL,
    roles         text[] NOT NULL DEFAULT '{}',
    created_at    timestamptz NOT NULL DEFAULT now(),
    CHECK (email IS NOT NULL OR mobile IS NOT NULL)
);

CREATE TABLE sessions (
    token_hash          bytea PRIMARY KEY,
    user_id             uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    idle_for            interval NOT NULL,
    idle_expires_at     timestamptz NOT NULL,
    absolute_expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE webhook_events (
    system   text NOT NULL,
    event_id text NOT NULL,
    body     bytea NOT NULL, -- encrypted
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (system, event_id)
);

CREATE TABLE idempotent_requests (
    subject    text NOT NULL,
    key        text NOT NULL,
    hash       bytea NOT NULL, -- of method, path and body
    status     int, -- null while the request runs
    body       bytea, -- encrypted: answers hold personal data
    claimed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (subject, key)
);
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (claimed_at);

CREATE TABLE audit_log (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key      text UNIQUE, -- makes a repeated entry happen once
    order_id uuid,
    actor    text NOT NULL,
    action   text NOT NULL,
    note     text NOT NULL,
    details  jsonb NOT NULL DEFAULT '{}',
    at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_by_order ON audit_log (order_id, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
