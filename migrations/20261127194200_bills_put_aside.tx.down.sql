DROP TABLE bills_put_aside;
