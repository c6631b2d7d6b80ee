DROP TABLE offers;
DROP TABLE bundles;
