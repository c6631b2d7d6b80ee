DROP TRIGGER line_balances_begin_empty ON line_balances;
DROP TRIGGER line_balances_by_the_ledger ON line_balances;
DROP FUNCTION refuse_other_hands();
DROP TRIGGER ledger_lines_keep_balance ON ledger_lines;
DROP FUNCTION keep_line_balance();
DROP INDEX ledger_lines_by_account;
-- Openings and what was posted to lines stay in the books, and are not opened again on the way up.
ALTER TABLE ledger_operations DROP COLUMN overdraws;
ALTER INDEX ledger_operations_by_subject RENAME TO ledger_operations_by_order;
ALTER TABLE ledger_operations RENAME COLUMN subject TO order_id;
