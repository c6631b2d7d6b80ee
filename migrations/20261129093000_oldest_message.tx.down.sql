DROP INDEX outbox_oldest;
