-- The first moment of a moment's month, in Riyadh.
CREATE FUNCTION month_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT date_trunc('month', moment AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh'
$$;

INSERT INTO partitioned_tables (name, step, ahead, kept) VALUES ('webhook_events', '1 month', '2 months', '90 days');

-- A table for each month. A call-back that comes again is found in each month that is kept; at once with its first, the key holds it back.
ALTER TABLE webhook_events RENAME CONSTRAINT webhook_events_pkey TO webhook_events_before_pkey;
ALTER TABLE webhook_events RENAME TO webhook_events_before;
CREATE TABLE webhook_events (
    system   text NOT NULL,
    event_id text NOT NULL,
    body     bytea NOT NULL, -- encrypted
    taken_at timestamptz NOT NULL DEFAULT now(),
    month    timestamptz NOT NULL DEFAULT month_of(now()), -- its first moment
    PRIMARY KEY (system, event_id, month)
) PARTITION BY RANGE (month);
CREATE TABLE webhook_events_rest PARTITION OF webhook_events DEFAULT;
SELECT make_partition('webhook_events', month) FROM (
    SELECT DISTINCT month_of(taken_at) AS month
    FROM webhook_events_before WHERE taken_at >= now() - interval '90 days') AS months ORDER BY month;
INSERT INTO webhook_events (system, event_id, body, taken_at, month)
SELECT system, event_id, body, taken_at, month_of(taken_at)
FROM webhook_events_before WHERE taken_at >= now() - interval '90 days';
DROP TABLE webhook_events_before;
SELECT keep_partitions('webhook_events');
