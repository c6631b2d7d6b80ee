DROP TABLE stores;
