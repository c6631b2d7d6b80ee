ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers DISABLE TRIGGER transfers_end_once;
UPDATE transfers SET kind = 'credit' WHERE kind = 'local';
ALTER TABLE transfers ENABLE TRIGGER transfers_end_once;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('credit', 'data', 'international'));
