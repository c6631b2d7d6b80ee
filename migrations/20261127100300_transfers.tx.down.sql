DROP TABLE transfers;
DROP FUNCTION keep_transfer();
