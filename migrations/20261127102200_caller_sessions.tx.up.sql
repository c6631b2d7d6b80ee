-- A member of staff works on an order for a caller: in a session that is worth nothing without the member's own. And a link
-- by which the customer pays it.
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope
    CHECK (scope IN ('order', 'tracking', 'activation', 'installation', 'correction', 'assisted', 'payment'));
ALTER TABLE order_sessions ADD COLUMN agent uuid REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_of_agents CHECK ((scope = 'assisted') = (agent IS NOT NULL));
