DROP TABLE incident_orders;
DROP TABLE incidents;
ALTER TABLE orders DROP COLUMN waits_for;
