DROP TABLE sadad_payments;
DROP FUNCTION keep_sadad_payment();
