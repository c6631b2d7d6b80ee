ALTER TABLE webhook_events RENAME CONSTRAINT webhook_events_pkey TO webhook_events_by_month_pkey;
ALTER TABLE webhook_events RENAME TO webhook_events_by_month;
CREATE TABLE webhook_events (
    system   text NOT NULL,
    event_id text NOT NULL,
    body     bytea NOT NULL, -- encrypted
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (system, event_id)
);
INSERT INTO webhook_events (system, event_id, body, taken_at) SELECT system, event_id, body, taken_at FROM webhook_events_by_month ORDER BY taken_at
ON CONFLICT DO NOTHING;
DROP TABLE webhook_events_by_month;
ALTER TABLE partitioned_tables DISABLE TRIGGER partitioned_tables_append_only;
DELETE FROM partitioned_tables WHERE name = 'webhook_events';
ALTER TABLE partitioned_tables ENABLE TRIGGER partitioned_tables_append_only;
