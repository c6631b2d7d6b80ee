DROP TABLE site_maintenance;
DROP TABLE site_contents;
