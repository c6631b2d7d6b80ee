INSERT INTO partitioned_tables (name, step, ahead, kept) VALUES ('webhook_events', '1 month', '2 months', '90 days');

-- A table for each month. A call-back that comes again is found in each month that is kept; at once with its first, the key holds it back.
ALTER TABLE webhook_events RENAME CONSTRAINT webhook_events_pkey TO webhook_events_before_pkey;
ALTER TABLE webhook_events RENAME TO webhook_events_before;
CREATE TABLE webhook_events (
    system   text NOT NULL,
    event_id text NOT NULL,
    body     bytea NOT NULL, -- encrypted
    taken_at timestamptz NOT NULL DEFAULT now(),
    month    timestamptz NOT NULL DEFAULT date_trunc('month', now(), 'Asia/Riyadh'), -- its first moment
    PRIMARY KEY (system, event_id, month)
) PARTITION BY RANGE (month);
CREATE TABLE webhook_events_rest PARTITION OF webhook_events DEFAULT;
SELECT make_partition('webhook_events', month) FROM (
    SELECT DISTINCT date_trunc('month', taken_at, 'Asia/Riyadh') AS month
    FROM webhook_events_before WHERE taken_at >= now() - interval '90 days') AS months ORDER BY month;
INSERT INTO webhook_events (system, event_id, body, taken_at, month)
SELECT system, event_id, body, taken_at, date_trunc('month', taken_at, 'Asia/Riyadh')
FROM webhook_events_before WHERE taken_at >= now() - interval '90 days';
DROP TABLE webhook_events_before;
SELECT keep_partitions('webhook_events');
