DROP TABLE renewals_due;
