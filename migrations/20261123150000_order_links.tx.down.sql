ALTER TABLE order_sessions DROP COLUMN link;
DELETE FROM order_sessions WHERE scope NOT IN ('order', 'activation'); -- the older code does not know the other scopes
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope CHECK (scope IN ('order', 'activation'));
