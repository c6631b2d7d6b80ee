-- A line's recharges are listed by the time that is shown beside them.
CREATE INDEX recharges_by_time ON recharges (line_id, at DESC, seq DESC);
