-- Somebody of ours works on an order for whoever calls: a session of theirs alone, that is worth nothing without their own. And a link
-- by which its customer pays it.
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope
    CHECK (scope IN ('order', 'tracking', 'activation', 'installation', 'correction', 'assisted', 'payment'));
ALTER TABLE order_sessions ADD COLUMN agent uuid REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_of_agents CHECK ((scope = 'assisted') = (agent IS NOT NULL));
