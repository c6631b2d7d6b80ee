-- Two SIMs of a line that work never have one name, even if the application is wrong. Names are encrypted: they are told apart
-- by a keyed hash, which `selfcare migrate` writes for those that are there (LineSIMs.NameApart).
ALTER TABLE line_sims ADD COLUMN name_hash bytea;
CREATE UNIQUE INDEX line_sims_one_name ON line_sims (line_id, name_hash) WHERE until IS NULL;
