-- The specification calls a transfer to another line of this operator local.
ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers DISABLE TRIGGER transfers_end_once;
UPDATE transfers SET kind = 'local' WHERE kind = 'credit';
ALTER TABLE transfers ENABLE TRIGGER transfers_end_once;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('local', 'data', 'international'));
