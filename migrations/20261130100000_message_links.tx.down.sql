DROP TABLE message_links;
