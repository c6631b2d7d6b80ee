DROP VIEW support_cases;
ALTER VIEW cases_of_processes RENAME TO support_cases;
ALTER TABLE sweep_findings DROP COLUMN id;
