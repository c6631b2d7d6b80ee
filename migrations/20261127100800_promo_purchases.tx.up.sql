-- Which purchases use a promo code: from the moment one is opened, until it ends without anything bought.
CREATE TABLE promo_purchase_uses (
    purchase_id uuid PRIMARY KEY,
    code        text NOT NULL REFERENCES promo_codes (code),
    id_hash     bytea NOT NULL, -- keyed hash of the ID number of whose line pays
    used_at     timestamptz NOT NULL
);
CREATE INDEX promo_purchase_uses_by_id ON promo_purchase_uses (code, id_hash);
