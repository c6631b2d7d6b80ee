DROP TABLE audit_log;
DROP TABLE idempotent_requests;
DROP TABLE webhook_events;
DROP TABLE sessions;
DROP TABLE users;
