DELETE FROM identity_requests WHERE line_id IS NOT NULL;
ALTER TABLE identity_requests DROP CONSTRAINT identity_requests_of_one;
ALTER TABLE identity_requests DROP COLUMN line_id, DROP COLUMN user_id, DROP COLUMN random, DROP COLUMN refused, DROP COLUMN asked_at;
ALTER TABLE identity_requests ALTER COLUMN order_id SET NOT NULL;
