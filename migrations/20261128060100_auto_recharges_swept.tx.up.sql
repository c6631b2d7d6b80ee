-- The sweep reads the rules that have not ended, in the order of their ids, and finds those of a line in any state.
CREATE INDEX auto_recharges_under_way ON auto_recharges (id) WHERE state <> 'ended';
CREATE INDEX auto_recharges_by_line ON auto_recharges (line_id, created_at DESC);
