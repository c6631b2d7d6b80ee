DROP INDEX settlement_items_once;
DELETE FROM settlement_items WHERE batch NOT IN ('', day::text);
ALTER TABLE settlement_items DROP COLUMN batch;
CREATE UNIQUE INDEX settlement_items_once ON settlement_items (day, kind, payment_id, type, n);

DROP INDEX settlement_lines_once;
DELETE FROM settlement_lines WHERE type NOT IN ('payment', 'refund');
ALTER TABLE settlement_lines
    DROP CONSTRAINT settlement_lines_pkey,
    DROP COLUMN batch,
    DROP CONSTRAINT settlement_lines_type_check,
    ADD CONSTRAINT settlement_lines_type_check CHECK (type IN ('payment', 'refund')),
    ADD PRIMARY KEY (payment_id, type);

ALTER TABLE settlement_files DROP COLUMN chargebacks;
DROP TABLE settlement_batches;
