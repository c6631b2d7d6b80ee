DROP INDEX service_requests_over;
DROP TABLE service_request_files;
