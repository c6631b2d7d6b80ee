DROP TRIGGER line_allowances_begin_unused ON line_allowances;
DROP TRIGGER line_allowances_by_usage ON line_allowances;
DROP TABLE usage_parts;
DROP TABLE usage_events;
DROP FUNCTION check_usage_adds_up();
DROP FUNCTION refuse_own_figures();
DROP FUNCTION keep_used();
DROP FUNCTION keep_used_less();

-- Each type of a plan keeps one bucket: that of the last cycle.
DELETE FROM line_allowances AS a USING line_allowances AS later
WHERE a.purchase_id IS NULL AND later.purchase_id IS NULL AND later.line_id = a.line_id AND later.type = a.type AND later.cycle > a.cycle;
DROP INDEX line_allowances_by_line;
CREATE INDEX line_allowances_by_line ON line_allowances (line_id);
DROP INDEX line_allowances_of_plan;
ALTER TABLE line_allowances DROP CONSTRAINT line_allowances_not_overdrawn;
ALTER TABLE line_allowances DROP CONSTRAINT line_allowances_cycle;
ALTER TABLE line_allowances DROP CONSTRAINT line_allowances_in_order;
ALTER TABLE line_allowances DROP COLUMN told;
ALTER TABLE line_allowances DROP COLUMN cycle;
ALTER TABLE line_allowances DROP COLUMN valid_from;
CREATE UNIQUE INDEX line_allowances_of_plan ON line_allowances (line_id, type) WHERE purchase_id IS NULL;

DROP TRIGGER lines_note_end ON lines;
DROP FUNCTION note_end_of_line();
DROP INDEX lines_by_number;
ALTER TABLE lines DROP CONSTRAINT lines_ended_at;
ALTER TABLE lines DROP COLUMN ended_at;
