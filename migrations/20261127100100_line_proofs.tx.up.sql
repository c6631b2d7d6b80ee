-- The holder of a line confirms in the identity app that it is to be suspended, or brought back. The request stands beside those of orders,
-- so that one answer never proves two things.
ALTER TABLE identity_requests ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE identity_requests ADD COLUMN line_id uuid REFERENCES lines (id) ON DELETE CASCADE;
ALTER TABLE identity_requests ADD COLUMN user_id uuid REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE identity_requests ADD COLUMN random text;
ALTER TABLE identity_requests ADD COLUMN refused text; -- why the line could not be changed
ALTER TABLE identity_requests ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE identity_requests ADD CONSTRAINT identity_requests_of_one CHECK (num_nonnulls(order_id, line_id) = 1);
ALTER TABLE identity_requests ADD CONSTRAINT identity_requests_line_asked CHECK (line_id IS NULL OR num_nonnulls(user_id, random) = 2);
CREATE INDEX identity_requests_line ON identity_requests (line_id, asked_at DESC) WHERE line_id IS NOT NULL;
