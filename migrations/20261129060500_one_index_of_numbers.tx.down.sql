CREATE INDEX lines_by_msisdn ON lines (msisdn);
