-- Lines without an order: those from before orders, and those of development data.
ALTER TABLE lines ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE lines
    ADD COLUMN kind text NOT NULL DEFAULT 'voice' CHECK (kind IN ('voice', 'data')),
    ADD COLUMN primary_line_id uuid REFERENCES lines (id); -- set on the further SIMs of a line
CREATE INDEX lines_by_primary ON lines (primary_line_id) WHERE primary_line_id IS NOT NULL;

-- Customers without a voice line sign in with the number of their data SIM.
ALTER TABLE users DROP CONSTRAINT users_mobile_check;
ALTER TABLE users ADD CONSTRAINT users_mobile_check CHECK (mobile ~ '^(05[0-9]{8}|83[0-9]{10})$');
ALTER TABLE users
    ADD COLUMN personal bytea, -- names, encrypted
    ADD COLUMN email_confirmed_at timestamptz;
-- Several people may have mistyped an e-mail until one of them confirms it; then it belongs to that person alone.
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_confirmed_email ON users (email) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX users_email ON users (email);

-- The lines of a user: the main one, and sub-accounts.
CREATE TABLE subscriptions (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    line_id     uuid NOT NULL REFERENCES lines (id),
    is_main     boolean NOT NULL,
    personal    bytea, -- nickname and e-mail, encrypted
    access_list text[], -- null allows everything
    created_at  timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz
);
CREATE UNIQUE INDEX subscriptions_one_main ON subscriptions (user_id) WHERE is_main AND ended_at IS NULL;
CREATE UNIQUE INDEX subscriptions_line_once ON subscriptions (user_id, line_id) WHERE ended_at IS NULL;
CREATE INDEX subscriptions_by_line ON subscriptions (line_id) WHERE ended_at IS NULL;

-- A session without a user belongs to a device on which no user has signed in.
ALTER TABLE sessions ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE sessions
    ADD COLUMN device_id uuid,
    ADD COLUMN provider text NOT NULL DEFAULT '', -- how the user signed in
    ADD CONSTRAINT sessions_of_somebody CHECK (user_id IS NOT NULL OR device_id IS NOT NULL);
CREATE INDEX sessions_by_end ON sessions (idle_expires_at);
