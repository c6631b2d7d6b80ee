-- Two indexes of the same column: each write of a line kept both.
DROP INDEX lines_by_msisdn;
