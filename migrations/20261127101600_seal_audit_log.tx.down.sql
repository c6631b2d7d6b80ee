DROP TRIGGER audit_log_numbered_first ON audit_log;
DROP FUNCTION number_transaction();
DROP TABLE audit_seals;
