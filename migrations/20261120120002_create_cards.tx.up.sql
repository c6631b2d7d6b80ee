-- Payment cards a user keeps for later. The card's number never reaches us: what pays is the provider's token.
CREATE TABLE cards (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash   bytea NOT NULL, -- keyed hash of the token, so that the same card is kept once
    personal     bytea NOT NULL, -- token and holder, encrypted
    brand        text NOT NULL CHECK (brand IN ('MADA', 'VISA', 'MASTER')),
    last4        text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
    expiry_month smallint NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
    expiry_year  smallint NOT NULL CHECK (expiry_year BETWEEN 2000 AND 2999),
    is_default   boolean NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (user_id, token_hash)
);
CREATE UNIQUE INDEX cards_one_default ON cards (user_id) WHERE is_default;
