-- A link in a message opens a part of its order, once: the browser that opens it first goes on with the session it got.
ALTER TABLE order_sessions DROP CONSTRAINT order_sessions_scope;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_scope
    CHECK (scope IN ('order', 'tracking', 'activation', 'installation', 'correction'));
ALTER TABLE order_sessions ADD COLUMN link bytea -- SHA-256 of the token; NULL where the session came another way
    CONSTRAINT order_sessions_link UNIQUE;
ALTER TABLE order_sessions ADD CONSTRAINT order_sessions_linked
    CHECK (link IS NULL OR scope <> 'order'); -- no link opens the whole order
