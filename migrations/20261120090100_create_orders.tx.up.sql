CREATE TABLE orders (
    id           uuid PRIMARY KEY,
    number       text NOT NULL UNIQUE, -- shown to the customer
    kind         text NOT NULL,
    stage        text NOT NULL,
    step         text NOT NULL,
    msisdn       text,
    iccid        text,
    failure_code text,
    due_at       timestamptz,
    id_hash      bytea, -- keyed hash of the ID number
    session      bytea NOT NULL, -- SHA-256 of the token of the browser that started the order
    subject      text NOT NULL DEFAULT '', -- user id, empty for guests
    state        jsonb NOT NULL, -- contract.Order without personal data
    personal     bytea NOT NULL, -- the personal data, encrypted
    seq          bigint NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX orders_by_id_number ON orders (id_hash) WHERE id_hash IS NOT NULL;
CREATE INDEX orders_by_card ON orders (iccid) WHERE iccid IS NOT NULL;
CREATE INDEX orders_by_stage ON orders (stage, created_at DESC);
CREATE INDEX orders_by_failure ON orders (failure_code, created_at DESC) WHERE failure_code IS NOT NULL;
CREATE INDEX orders_by_age ON orders (created_at DESC);

-- Further sessions of an order: the same customer on another device.
CREATE TABLE order_sessions (
    order_id   uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    session    bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (order_id, session)
);

-- The customer's timeline. The key makes a repeated write change nothing.
CREATE TABLE order_events (
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    n        int NOT NULL,
    key      text NOT NULL,
    at       timestamptz NOT NULL,
    params   jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (order_id, seq, n)
);

CREATE TABLE identity_requests (
    request_id     text PRIMARY KEY,
    order_id       uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    transaction_id text NOT NULL UNIQUE,
    purpose        text NOT NULL,
    status         text NOT NULL,
    tries          int NOT NULL,
    expires_at     timestamptz NOT NULL
);
