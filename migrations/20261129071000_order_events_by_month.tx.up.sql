INSERT INTO partitioned_tables (name, step, ahead, kept) VALUES ('order_events', '1 month', '2 months', '5 years');

-- A table for each month. The change of an order holds back a second row of its events: seq grows in the statement that writes them.
ALTER TABLE order_events RENAME CONSTRAINT order_events_pkey TO order_events_before_pkey;
ALTER TABLE order_events RENAME CONSTRAINT order_events_order_id_fkey TO order_events_before_order_id_fkey;
ALTER TABLE order_events RENAME TO order_events_before;
CREATE TABLE order_events (
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    n        int NOT NULL,
    key      text NOT NULL,
    at       timestamptz NOT NULL,
    params   jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (order_id, seq, n, at)
) PARTITION BY RANGE (at);
CREATE TABLE order_events_rest PARTITION OF order_events DEFAULT;
SELECT make_partition('order_events', month) FROM (
    SELECT DISTINCT date_trunc('month', at, 'Asia/Riyadh') AS month FROM order_events_before WHERE at >= now() - interval '5 years') AS months ORDER BY month;
INSERT INTO order_events (order_id, seq, n, key, at, params)
SELECT order_id, seq, n, key, at, params FROM order_events_before WHERE at >= now() - interval '5 years';
DROP TABLE order_events_before;
SELECT keep_partitions('order_events');
