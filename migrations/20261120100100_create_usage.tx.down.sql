DROP TABLE dashboard_widgets;
DROP TABLE line_allowances;
DROP TABLE line_balances;
ALTER TABLE users DROP COLUMN email_proposed;
