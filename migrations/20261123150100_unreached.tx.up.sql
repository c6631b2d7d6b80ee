-- The channels of a message that reached no recipient: the order's page says so.
ALTER TABLE outbox ADD COLUMN unreached text[] NOT NULL DEFAULT '{}'
    CONSTRAINT outbox_unreached CHECK (unreached <@ ARRAY['sms', 'email']);
