UPDATE orders SET session = '' WHERE session IS NULL; -- the hash of no token
ALTER TABLE orders ALTER COLUMN session SET NOT NULL;
