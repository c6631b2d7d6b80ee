CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The bundles of a line, from the moment of the request: a bundle with a limited number is counted here, and a line has only one of a
-- bundle that it may have only once at a time. A purchase that fails gives it back.
CREATE TABLE line_bundles (
    purchase_id uuid NOT NULL REFERENCES purchases (id),
    item        smallint NOT NULL, -- of the purchase
    line_id     uuid NOT NULL REFERENCES lines (id),
    bundle_id   text NOT NULL REFERENCES bundles (id),
    single      boolean NOT NULL,
    counted     boolean NOT NULL, -- in bundles.sold
    valid_from  timestamptz NOT NULL,
    valid_until timestamptz NOT NULL,
    PRIMARY KEY (purchase_id, item),
    CHECK (valid_until > valid_from),
    CONSTRAINT line_bundles_once EXCLUDE USING gist (line_id WITH =, bundle_id WITH =, tstzrange(valid_from, valid_until) WITH &&) WHERE (single)
);
CREATE INDEX line_bundles_by_line ON line_bundles (line_id, valid_until);

-- A purchase gives several buckets: one of each type for each thing that was bought.
ALTER TABLE line_allowances ADD COLUMN purchase_item smallint NOT NULL DEFAULT 0;
ALTER TABLE line_allowances DROP CONSTRAINT line_allowances_purchase_id_key;
CREATE UNIQUE INDEX line_allowances_of_purchase ON line_allowances (purchase_id, purchase_item, type) WHERE purchase_id IS NOT NULL;
