DROP INDEX line_sims_one_name;
ALTER TABLE line_sims DROP COLUMN name_hash;
