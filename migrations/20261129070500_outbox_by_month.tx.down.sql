ALTER TABLE outbox RENAME TO outbox_by_month;
ALTER TABLE outbox_by_month RENAME CONSTRAINT outbox_pkey TO outbox_by_month_pkey;
ALTER INDEX outbox_due RENAME TO outbox_by_month_due;
ALTER INDEX outbox_queued RENAME TO outbox_by_month_queued;
ALTER INDEX outbox_subject RENAME TO outbox_by_month_subject;
ALTER INDEX outbox_unreadable RENAME TO outbox_by_month_unreadable;
ALTER SEQUENCE outbox_seq_seq RENAME TO outbox_by_month_seq_seq;
CREATE TABLE outbox (
    key        text PRIMARY KEY,
    seq        bigint GENERATED ALWAYS AS IDENTITY,
    subject_id text NOT NULL,
    template   text NOT NULL,
    notice     bytea NOT NULL,
    state      text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'refused', 'expired')),
    attempts   int NOT NULL DEFAULT 0,
    failure    text,
    queued_at  timestamptz NOT NULL DEFAULT now(),
    due_at     timestamptz NOT NULL DEFAULT now(),
    give_up_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
    sent_at    timestamptz,
    unreached  text[] NOT NULL DEFAULT '{}' CONSTRAINT outbox_unreached CHECK (unreached <@ ARRAY['sms', 'email']),
    faults     int NOT NULL DEFAULT 0 CONSTRAINT outbox_faults CHECK (faults >= 0)
);
INSERT INTO outbox (key, seq, subject_id, template, notice, state, attempts, failure, queued_at, due_at, give_up_at, sent_at, unreached, faults)
OVERRIDING SYSTEM VALUE
SELECT key, seq, subject_id, template, notice, state, attempts, failure, queued_at, due_at, give_up_at, sent_at, unreached, faults
FROM outbox_by_month ORDER BY seq ON CONFLICT DO NOTHING;
SELECT setval(pg_get_serial_sequence('outbox', 'seq'), (SELECT last_value FROM outbox_by_month_seq_seq));
DROP TABLE outbox_by_month;
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'queued';
CREATE INDEX outbox_queued ON outbox (subject_id, seq) WHERE state = 'queued';
CREATE INDEX outbox_subject ON outbox (subject_id, queued_at);
CREATE INDEX outbox_done ON outbox (queued_at) WHERE state <> 'queued';
CREATE INDEX outbox_unreadable ON outbox (seq) WHERE failure = 'unreadable';
ALTER TABLE partitioned_tables DISABLE TRIGGER partitioned_tables_append_only;
DELETE FROM partitioned_tables WHERE name = 'outbox';
ALTER TABLE partitioned_tables ENABLE TRIGGER partitioned_tables_append_only;
