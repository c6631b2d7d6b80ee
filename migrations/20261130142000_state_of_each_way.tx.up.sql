-- The state of the text on each channel, such as {"sms": "sent", "email": "refused"}, once the channels differ. Empty: all have the state
-- of the message.
ALTER TABLE outbox ADD COLUMN ways jsonb NOT NULL DEFAULT '{}';
