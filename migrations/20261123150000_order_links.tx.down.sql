ALTER TABLE order_sessions DROP COLUMN link;
DELETE FROM order_sessions WHERE scope NOT IN ('order', 'activation'); -- nobody would know what they may
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope CHECK (scope IN ('order', 'activation'));
