DROP VIEW support_cases;
ALTER VIEW process_cases RENAME TO support_cases;
DROP TABLE service_request_messages;
DROP TABLE service_requests;
