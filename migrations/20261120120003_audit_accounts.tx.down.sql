ALTER TABLE audit_log DROP COLUMN area;
