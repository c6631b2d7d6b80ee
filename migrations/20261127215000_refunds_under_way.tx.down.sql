DROP INDEX orders_refunding;
