DROP INDEX auto_recharges_by_line;
DROP INDEX auto_recharges_under_way;
