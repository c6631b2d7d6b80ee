-- The rights of a session that opens an order later: the rights of its customer, or only the activation of its line.
ALTER TABLE order_sessions ADD COLUMN scope text NOT NULL DEFAULT 'order'
    CONSTRAINT order_sessions_scope CHECK (scope IN ('order', 'activation'));
ALTER TABLE order_sessions ALTER COLUMN scope DROP DEFAULT; -- each statement that grants a session names its scope
