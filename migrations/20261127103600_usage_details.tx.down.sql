DROP FUNCTION keep_usage_months(timestamptz, timestamptz);
DROP TABLE usage_details;
