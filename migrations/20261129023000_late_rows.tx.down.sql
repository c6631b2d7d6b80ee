DROP INDEX line_deactivations_waiting;
DROP INDEX purchases_scheduled;
CREATE INDEX purchases_scheduled ON purchases (id) WHERE stage = 'scheduled';
DROP FUNCTION moment_of(text);
