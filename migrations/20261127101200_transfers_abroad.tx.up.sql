-- A top-up of a number of another country stands in the history of transfers. Its number is kept with its purchase,
-- sealed; here its middle is hidden.
ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('credit', 'data', 'international'));
ALTER TABLE transfers DROP CONSTRAINT transfers_check1;
ALTER TABLE transfers ADD CONSTRAINT transfers_check1 CHECK ((kind <> 'data') = (amount > 0));
ALTER TABLE transfers ALTER COLUMN to_line DROP NOT NULL;
ALTER TABLE transfers ADD COLUMN party text;
ALTER TABLE transfers ADD CONSTRAINT transfers_abroad CHECK ((kind = 'international') = (to_line IS NULL) AND (to_line IS NULL) = (party IS NOT NULL));
