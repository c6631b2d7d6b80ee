-- Members of staff are few among the users; most users have the role of a customer.
CREATE INDEX users_of_staff ON users (email) WHERE roles && '{support,operator}';
