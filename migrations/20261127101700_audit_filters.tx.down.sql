DROP INDEX audit_log_by_actor, audit_log_by_action, audit_log_by_time;
