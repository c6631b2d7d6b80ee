DROP TABLE gauge_reading;
