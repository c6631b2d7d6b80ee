DELETE FROM order_sessions WHERE scope <> 'order'; -- without its scope it would open the whole order
ALTER TABLE order_sessions DROP COLUMN scope;
