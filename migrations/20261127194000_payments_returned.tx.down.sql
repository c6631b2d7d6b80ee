ALTER TABLE payments DROP COLUMN returned;
