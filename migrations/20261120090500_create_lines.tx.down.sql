DROP TABLE blocked_ids;
DROP TABLE line_sims;
DROP TABLE lines;
DROP TABLE subscribers;
