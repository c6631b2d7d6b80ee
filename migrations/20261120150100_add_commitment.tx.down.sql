ALTER TABLE plans DROP COLUMN free_categories, DROP COLUMN commitment_months;
