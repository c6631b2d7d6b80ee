-- A line's recharges are listed by the time that the list shows.
CREATE INDEX recharges_by_time ON recharges (line_id, at DESC, seq DESC);
