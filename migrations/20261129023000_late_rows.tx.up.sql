-- A sweep reads what is past its day, the longest waiting first, without those that only wait for it.
-- The state writes a moment with its zone (RFC 3339), so that no setting changes its meaning: the function may say that it is immutable.
CREATE FUNCTION moment_of(written text) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_temp AS $$ SELECT written::timestamptz $$;
DROP INDEX purchases_scheduled;
CREATE INDEX purchases_scheduled ON purchases (moment_of(state ->> 'effectiveAt')) WHERE stage = 'scheduled';
CREATE INDEX line_deactivations_waiting ON line_deactivations (undo_until) WHERE stage = 'waiting';
