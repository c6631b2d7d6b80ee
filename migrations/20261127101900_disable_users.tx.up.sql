-- A member of staff who has left: their sessions count no longer, and they open no other.
ALTER TABLE users ADD COLUMN disabled_at timestamptz;
