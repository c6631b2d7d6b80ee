-- How much of a payment went back: never more than it was.
ALTER TABLE payments ADD COLUMN returned bigint NOT NULL DEFAULT 0; -- halalas
ALTER TABLE payments ADD CONSTRAINT payments_returned_within CHECK (returned BETWEEN 0 AND amount);
ALTER TABLE payments ADD CONSTRAINT payments_returned_when_refunded CHECK (returned = 0 OR status = 'refunded');
