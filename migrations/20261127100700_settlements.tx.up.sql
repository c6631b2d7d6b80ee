-- The payment provider's settlement files, one a day, and their differences from our books.
CREATE TABLE settlement_files (
    day      date PRIMARY KEY, -- in Riyadh
    id       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), -- its posting is about it
    state    text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'broken', 'read')),
    sha256   bytea,
    lines    int NOT NULL DEFAULT 0,
    agreed   int NOT NULL DEFAULT 0 CHECK (agreed BETWEEN 0 AND lines),
    payments bigint NOT NULL DEFAULT 0, -- halalas, as the following
    refunds  bigint NOT NULL DEFAULT 0,
    fees     bigint NOT NULL DEFAULT 0,
    vat      bigint NOT NULL DEFAULT 0,
    read_at  timestamptz,
    CHECK ((state = 'due') = (sha256 IS NULL)),
    CHECK ((state = 'due') = (read_at IS NULL))
);
CREATE INDEX settlement_files_unread ON settlement_files (day) WHERE state <> 'read';

-- A payment is settled once and its refund is settled once, even if files repeat them.
CREATE TABLE settlement_lines (
    payment_id   text NOT NULL,
    type         text NOT NULL CHECK (type IN ('payment', 'refund')),
    day          date NOT NULL REFERENCES settlement_files (day),
    n            int NOT NULL,
    provider_ref text NOT NULL,
    amount       bigint NOT NULL CHECK (amount > 0), -- halalas
    fee          bigint NOT NULL CHECK (fee >= 0),
    vat          bigint NOT NULL CHECK (vat >= 0),
    captured_at  timestamptz NOT NULL,
    settled_on   date NOT NULL,
    agreed       boolean NOT NULL,
    PRIMARY KEY (payment_id, type)
);
CREATE INDEX settlement_lines_by_day ON settlement_lines (day);

-- A difference stays until a person has decided about it.
CREATE TABLE settlement_items (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    day         date NOT NULL REFERENCES settlement_files (day),
    kind        text NOT NULL,
    payment_id  text NOT NULL DEFAULT '',
    type        text NOT NULL DEFAULT '',
    n           int NOT NULL DEFAULT 0, -- line of the file
    difference  jsonb NOT NULL, -- what either side says
    state       text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'resolved')),
    action      text CHECK (action IN ('accept', 'booked-by-hand')),
    note        text NOT NULL DEFAULT '',
    resolved_by uuid REFERENCES users (id),
    resolved_at timestamptz,
    found_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT settlement_items_decision CHECK (
        (state = 'resolved') = (action IS NOT NULL AND resolved_by IS NOT NULL AND resolved_at IS NOT NULL AND note <> '')
    )
);
-- A day that is compared again finds nothing twice.
CREATE UNIQUE INDEX settlement_items_once ON settlement_items (day, kind, payment_id, type, n);
CREATE INDEX settlement_items_by_state ON settlement_items (state, found_at DESC);

-- The movements of a day, which no file may have forgotten.
CREATE INDEX ledger_operations_of_cards ON ledger_operations (at) WHERE kind IN ('charge', 'refund');
