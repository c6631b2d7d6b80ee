-- Passkeys of users: public keys only. The private key never leaves the customer's device.
CREATE TABLE passkeys (
    credential_id   bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 16 AND 1023), -- drawn by the device
    user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    public_key      bytea NOT NULL,
    sign_count      bigint NOT NULL CHECK (sign_count >= 0), -- of the use before; zero for devices that do not count
    backup_eligible boolean NOT NULL, -- may be copied to the customer's other devices
    name            text NOT NULL CHECK (name <> ''),
    added_at        timestamptz NOT NULL DEFAULT now(),
    used_at         timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, added_at);
