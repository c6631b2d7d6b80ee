-- A payment is for an order or a purchase.
ALTER TABLE payments RENAME COLUMN order_id TO subject;
ALTER INDEX payments_by_order RENAME TO payments_by_subject;

CREATE TABLE purchases (
    id           uuid PRIMARY KEY,
    number       text NOT NULL UNIQUE,
    kind         text NOT NULL,
    stage        text NOT NULL,
    failure_code text NOT NULL DEFAULT '',
    user_id      uuid NOT NULL, -- who bought; the row outlives the account
    payer_line   uuid NOT NULL REFERENCES lines (id),
    line_id      uuid NOT NULL REFERENCES lines (id),
    total        bigint NOT NULL CHECK (total >= 0), -- halalas
    seq          bigint NOT NULL,
    state        jsonb NOT NULL, -- without personal data
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX purchases_by_user ON purchases (user_id, created_at DESC);
CREATE INDEX purchases_held ON purchases (updated_at DESC) WHERE stage = 'held';

-- A voucher is one row that one purchase can take: the code itself is not kept.
CREATE TABLE vouchers (
    code_hash   bytea PRIMARY KEY, -- keyed
    value       bigint NOT NULL CHECK (value > 0), -- halalas
    expires_at  timestamptz NOT NULL,
    blocked     boolean NOT NULL DEFAULT false,
    batch       text NOT NULL,
    purchase_id uuid UNIQUE,
    used_at     timestamptz,
    CHECK ((purchase_id IS NULL) = (used_at IS NULL))
);

CREATE TABLE data_packs (
    id            text PRIMARY KEY,
    name_en       text NOT NULL,
    name_ar       text NOT NULL,
    megabytes     bigint NOT NULL CHECK (megabytes > 0),
    validity_days int NOT NULL CHECK (validity_days > 0),
    price         bigint NOT NULL CHECK (price > 0), -- halalas, without VAT
    position      int NOT NULL,
    on_sale       boolean NOT NULL DEFAULT true
);

-- The recharges of a line, made here, by a voucher or at a shop.
CREATE TABLE recharges (
    id          uuid PRIMARY KEY, -- of the purchase, where there is one
    seq         bigint GENERATED ALWAYS AS IDENTITY,
    line_id     uuid NOT NULL REFERENCES lines (id),
    number      text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('balance', 'data')),
    type        text NOT NULL CHECK (type IN ('cash', 'EVC', 'voucher')),
    amount      bigint NOT NULL CHECK (amount > 0), -- halalas
    bonus       bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0),
    ends_meter  boolean NOT NULL DEFAULT false, -- the bonus of the meter came with it
    megabytes   bigint CHECK (megabytes > 0),
    valid_until timestamptz,
    buyer       uuid, -- the user who bought it
    by_friend   boolean NOT NULL DEFAULT false,
    at          timestamptz NOT NULL,
    CHECK ((kind = 'data') = (megabytes IS NOT NULL))
);
CREATE INDEX recharges_by_line ON recharges (line_id, seq DESC);

-- A line has the buckets of its plan, one of each type, and those that were bought.
ALTER TABLE line_allowances DROP CONSTRAINT line_allowances_pkey;
ALTER TABLE line_allowances ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY;
ALTER TABLE line_allowances ADD COLUMN purchase_id uuid UNIQUE;
CREATE UNIQUE INDEX line_allowances_of_plan ON line_allowances (line_id, type) WHERE purchase_id IS NULL;
CREATE INDEX line_allowances_by_line ON line_allowances (line_id);

ALTER TABLE plans ADD COLUMN recharge_bonus_percent int NOT NULL DEFAULT 0 CHECK (recharge_bonus_percent BETWEEN 0 AND 100);
