ALTER TABLE order_events RENAME CONSTRAINT order_events_pkey TO order_events_by_month_pkey;
ALTER TABLE order_events RENAME TO order_events_by_month;
CREATE TABLE order_events (
    order_id uuid NOT NULL CONSTRAINT order_events_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    n        int NOT NULL,
    key      text NOT NULL,
    at       timestamptz NOT NULL,
    params   jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (order_id, seq, n)
);
INSERT INTO order_events (order_id, seq, n, key, at, params) SELECT order_id, seq, n, key, at, params FROM order_events_by_month;
DROP TABLE order_events_by_month;
ALTER TABLE partitioned_tables DISABLE TRIGGER partitioned_tables_append_only;
DELETE FROM partitioned_tables WHERE name = 'order_events';
ALTER TABLE partitioned_tables ENABLE TRIGGER partitioned_tables_append_only;
