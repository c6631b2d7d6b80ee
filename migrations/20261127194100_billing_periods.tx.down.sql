DROP TABLE billing_periods;
