DROP TABLE faq_opinions;
DROP TABLE site_previews;
ALTER TABLE site_contents DROP COLUMN loaded_by;
