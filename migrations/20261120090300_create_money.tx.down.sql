DROP TABLE ledger_lines;
DROP TABLE ledger_operations;
DROP FUNCTION demand_balance;
DROP FUNCTION refuse_change;
DROP TABLE payments;
