-- The open push of an order is looked for when the identity app says that there is one.
CREATE INDEX identity_requests_order ON identity_requests (order_id, asked_at DESC) WHERE order_id IS NOT NULL;
