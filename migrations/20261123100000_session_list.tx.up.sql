-- The facts of a session that its user sees: enough to tell two devices apart, never the whole address or user agent.
ALTER TABLE sessions
    ADD COLUMN id       uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN begun_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN used_at  timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN browser  text NOT NULL DEFAULT '',
    ADD COLUMN system   text NOT NULL DEFAULT '',
    ADD COLUMN network  cidr CHECK (masklen(network) <= CASE family(network) WHEN 4 THEN 24 ELSE 48 END);
CREATE UNIQUE INDEX sessions_id ON sessions (id);

-- The last sign-ins of a user.
CREATE INDEX audit_log_sign_ins ON audit_log (actor, id DESC) WHERE action = 'signed-in';
