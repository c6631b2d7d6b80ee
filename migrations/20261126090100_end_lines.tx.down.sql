DELETE FROM users WHERE email IS NULL AND mobile IS NULL;
ALTER TABLE users DROP CONSTRAINT users_reached;
ALTER TABLE users ADD CONSTRAINT users_check CHECK (email IS NOT NULL OR mobile IS NOT NULL);
ALTER TABLE users DROP COLUMN closed_at;
ALTER TABLE subscription_charges DROP COLUMN waived_at;
DROP TABLE line_deactivations;
DROP TABLE line_endings;
UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE status = 'quarantine';
ALTER TABLE numbers DROP CONSTRAINT numbers_state;
ALTER TABLE numbers ADD CONSTRAINT numbers_state CHECK (
    (status = 'free' AND order_id IS NULL AND held_until IS NULL)
    OR (status = 'held' AND order_id IS NOT NULL AND held_until IS NOT NULL)
    OR (status = 'sold' AND order_id IS NOT NULL AND held_until IS NULL)
);
