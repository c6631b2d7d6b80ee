DROP INDEX audit_log_sign_ins;
ALTER TABLE sessions
    DROP COLUMN network, DROP COLUMN system, DROP COLUMN browser, DROP COLUMN used_at, DROP COLUMN begun_at, DROP COLUMN id;
