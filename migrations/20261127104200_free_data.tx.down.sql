ALTER TABLE data_packs DROP COLUMN free_megabytes;
