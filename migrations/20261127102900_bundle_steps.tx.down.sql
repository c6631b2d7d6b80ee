DROP TABLE bundle_steps;
