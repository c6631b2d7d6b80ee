DROP TABLE social_links;
