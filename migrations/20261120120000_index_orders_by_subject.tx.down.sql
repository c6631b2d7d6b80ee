DROP INDEX orders_by_subject;
