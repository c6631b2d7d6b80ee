DROP TABLE payment_statements;
