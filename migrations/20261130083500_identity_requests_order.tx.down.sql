DROP INDEX identity_requests_order;
