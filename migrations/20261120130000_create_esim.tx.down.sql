ALTER TABLE line_sims DROP COLUMN sim_type;
DROP TABLE esim_profiles;
DROP TABLE devices;
