-- The second factor that members of staff show beside their password (RFC 6238). It counts from its first code on.
CREATE TABLE second_factors (
    user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       bytea NOT NULL, -- encrypted
    begun_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    confirmed_at timestamptz,
    last_step    bigint NOT NULL DEFAULT 0 -- time step of the code used last: none counts twice
);

CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    hash    bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, hash)
);

ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz; -- when it was shown
