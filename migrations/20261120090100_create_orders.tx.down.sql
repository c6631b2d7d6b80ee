DROP TABLE identity_requests;
DROP TABLE order_events;
DROP TABLE order_sessions;
DROP TABLE orders;
