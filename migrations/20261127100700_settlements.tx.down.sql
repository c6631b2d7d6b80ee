DROP INDEX ledger_operations_of_cards;
DROP TABLE settlement_items;
DROP TABLE settlement_lines;
DROP TABLE settlement_files;
