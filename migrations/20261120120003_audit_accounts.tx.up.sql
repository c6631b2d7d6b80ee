-- The log holds the actions of support and the events of accounts. Older entries were all of support.
ALTER TABLE audit_log ADD COLUMN area text NOT NULL DEFAULT 'support' CHECK (area IN ('support', 'account'));
CREATE INDEX audit_log_by_area ON audit_log (area, id DESC);
