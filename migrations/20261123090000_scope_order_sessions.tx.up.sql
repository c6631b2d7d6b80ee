-- What somebody may do who was let in to an order later: all that its customer may, or switch its line on.
ALTER TABLE order_sessions ADD COLUMN scope text NOT NULL DEFAULT 'order'
    CONSTRAINT order_sessions_scope CHECK (scope IN ('order', 'activation'));
ALTER TABLE order_sessions ALTER COLUMN scope DROP DEFAULT; -- whoever grants one says what for
