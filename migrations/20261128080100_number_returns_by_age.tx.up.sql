-- Operators see how many numbers are owed to range holders and how old the oldest one is: read each half minute, from this index alone.
CREATE INDEX number_returns_by_age ON number_returns (owed_at) WHERE state IN ('owed', 'held');
