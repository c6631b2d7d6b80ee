DROP TABLE settings;
DROP TABLE branches;
DROP TABLE cities;
DROP TABLE plans;
