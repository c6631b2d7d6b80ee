ALTER TABLE cities DROP COLUMN latitude, DROP COLUMN longitude;
