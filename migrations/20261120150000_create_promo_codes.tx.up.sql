CREATE TABLE promo_codes (
    code            text PRIMARY KEY CHECK (code ~ '^[A-Z0-9]{3,20}$'),
    percent         int NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 99),
    amount          bigint NOT NULL DEFAULT 0 CHECK (amount >= 0), -- halalas
    kinds           text[], -- kinds of order it is for; null: all
    plans           text[], -- plans it is for; null: all
    starts_at       timestamptz NOT NULL DEFAULT now(),
    ends_at         timestamptz,
    max_uses        int CHECK (max_uses > 0), -- null: no limit
    max_uses_per_id int CHECK (max_uses_per_id > 0),
    used            int NOT NULL DEFAULT 0,
    CONSTRAINT promo_codes_one_way CHECK ((percent > 0) <> (amount > 0)),
    -- A code is never used more often than allowed, even if the application is wrong.
    CONSTRAINT promo_codes_limit CHECK (used >= 0 AND (max_uses IS NULL OR used <= max_uses))
);

-- The uses of a code: an order keeps its use from the moment the code is applied until the order ends without its aim.
CREATE TABLE promo_uses (
    order_id uuid PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
    code     text NOT NULL REFERENCES promo_codes (code),
    id_hash  bytea NOT NULL, -- keyed hash of the ID number
    used_at  timestamptz NOT NULL
);
CREATE INDEX promo_uses_by_id ON promo_uses (code, id_hash);
