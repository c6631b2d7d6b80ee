DROP INDEX usage_events_charged;
DROP TABLE line_limits;
DROP FUNCTION check_credit_limit();
DROP TABLE credit_limit_changes;
