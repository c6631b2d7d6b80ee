DROP INDEX orders_by_line;
