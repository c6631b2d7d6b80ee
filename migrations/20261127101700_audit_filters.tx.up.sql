-- The log is filtered by who, by what and by when, each newest first.
CREATE INDEX audit_log_by_actor ON audit_log (actor, id DESC);
CREATE INDEX audit_log_by_action ON audit_log (action, id DESC);
CREATE INDEX audit_log_by_time ON audit_log (at);
