DELETE FROM order_sessions WHERE scope IN ('assisted', 'payment');
ALTER TABLE order_sessions DROP COLUMN agent; -- and with it its constraint
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope
    CHECK (scope IN ('order', 'tracking', 'activation', 'installation', 'correction'));
