DROP TABLE purchase_starts;
