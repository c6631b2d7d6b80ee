-- A customer may end the session an order was started with; the order goes on without it.
ALTER TABLE orders ALTER COLUMN session DROP NOT NULL;
