DROP TABLE case_readings;
DROP TABLE case_list;
