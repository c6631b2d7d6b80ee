-- The ways of a message on which nobody could be reached: the order's page says so.
ALTER TABLE outbox ADD COLUMN unreached text[] NOT NULL DEFAULT '{}'
    CONSTRAINT outbox_unreached CHECK (unreached <@ ARRAY['sms', 'email']);
