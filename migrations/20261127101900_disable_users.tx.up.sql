-- Somebody who does not work for us any more: their sessions count no longer, and they open no other.
ALTER TABLE users ADD COLUMN disabled_at timestamptz;
