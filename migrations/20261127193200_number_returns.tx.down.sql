DROP VIEW support_cases;
ALTER VIEW process_and_request_cases RENAME TO support_cases;
DROP TABLE number_returns;
