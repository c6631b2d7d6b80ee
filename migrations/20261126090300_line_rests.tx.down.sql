ALTER TABLE lines DROP COLUMN rests_since;
