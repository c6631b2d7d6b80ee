DROP INDEX recharges_by_time;
