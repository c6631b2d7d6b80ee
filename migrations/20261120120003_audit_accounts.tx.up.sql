-- What support people did, and what happened to accounts. Entries written before were all of support.
ALTER TABLE audit_log ADD COLUMN area text NOT NULL DEFAULT 'support' CHECK (area IN ('support', 'account'));
CREATE INDEX audit_log_by_area ON audit_log (area, id DESC);
