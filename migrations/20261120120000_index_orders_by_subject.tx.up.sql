-- A customer's own orders.
CREATE INDEX orders_by_subject ON orders (subject, created_at DESC) WHERE subject <> '';
