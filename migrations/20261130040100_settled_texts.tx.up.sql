-- A message is a text on each channel. A text that has left, or was refused, is not sent again while the other one waits: a mail server
-- knows no key of repeats.
ALTER TABLE outbox ADD COLUMN settled_keys text[] NOT NULL DEFAULT '{}';
