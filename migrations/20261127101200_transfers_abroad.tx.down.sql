DELETE FROM transfers WHERE kind = 'international';
ALTER TABLE transfers DROP CONSTRAINT transfers_abroad;
ALTER TABLE transfers DROP COLUMN party;
ALTER TABLE transfers ALTER COLUMN to_line SET NOT NULL;
ALTER TABLE transfers DROP CONSTRAINT transfers_check1;
ALTER TABLE transfers ADD CONSTRAINT transfers_check1 CHECK ((kind = 'credit') = (amount > 0));
ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('credit', 'data'));
