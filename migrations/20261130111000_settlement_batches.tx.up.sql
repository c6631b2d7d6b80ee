-- The payment provider settles in batches, each over several days, with voided payments, chargebacks and fees of their own.
CREATE TABLE settlement_batches (
    id  text PRIMARY KEY, -- the provider's
    day date NOT NULL REFERENCES settlement_files (day)
);
-- So far each file was the batch of its day.
INSERT INTO settlement_batches (id, day) SELECT day::text, day FROM settlement_files WHERE state = 'read';

ALTER TABLE settlement_files ADD COLUMN chargebacks bigint NOT NULL DEFAULT 0; -- halalas

ALTER TABLE settlement_lines
    ADD COLUMN batch text,
    DROP CONSTRAINT settlement_lines_pkey,
    DROP CONSTRAINT settlement_lines_type_check,
    ADD CONSTRAINT settlement_lines_type_check CHECK (type IN ('payment', 'refund', 'void', 'chargeback', 'fee'));
UPDATE settlement_lines SET batch = day::text;
ALTER TABLE settlement_lines ALTER COLUMN batch SET NOT NULL, ADD PRIMARY KEY (batch, n);
-- A payment is settled once, goes back once and is charged back once, even if batches repeat them.
CREATE UNIQUE INDEX settlement_lines_once ON settlement_lines (payment_id, (CASE type WHEN 'void' THEN 'refund' ELSE type END)) WHERE type <> 'fee';

ALTER TABLE settlement_items ADD COLUMN batch text NOT NULL DEFAULT '';
UPDATE settlement_items SET batch = day::text WHERE kind <> 'missing';
DROP INDEX settlement_items_once;
CREATE UNIQUE INDEX settlement_items_once ON settlement_items (day, batch, kind, payment_id, type, n);
