DROP TABLE bundle_countries;
