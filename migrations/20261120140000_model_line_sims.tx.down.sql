DROP TABLE line_changes;
DELETE FROM line_sims WHERE NOT is_primary OR iccid IS NULL;
DROP INDEX line_sims_one_primary, line_sims_by_line;
ALTER TABLE line_sims DROP CONSTRAINT line_sims_state;
ALTER TABLE line_sims
    DROP COLUMN id, DROP COLUMN order_id, DROP COLUMN is_primary, DROP COLUMN state,
    DROP COLUMN name, DROP COLUMN monthly_fee, DROP COLUMN fee_until;
ALTER TABLE line_sims ALTER COLUMN iccid SET NOT NULL;
ALTER TABLE line_sims ADD PRIMARY KEY (line_id, iccid);
CREATE UNIQUE INDEX line_sims_current ON line_sims (line_id) WHERE until IS NULL;
ALTER TABLE lines DROP CONSTRAINT lines_status_known, DROP COLUMN guarded_until,
    ADD COLUMN primary_line_id uuid REFERENCES lines (id);
CREATE INDEX lines_by_primary ON lines (primary_line_id) WHERE primary_line_id IS NOT NULL;
