DROP INDEX purchases_by_failure;
DROP INDEX purchases_by_stage;
