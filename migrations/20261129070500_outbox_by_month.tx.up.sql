INSERT INTO partitioned_tables (name, step, ahead, kept) VALUES ('outbox', '1 month', '2 months', '90 days');

-- A table for each month. A message is known by its key in each month that is kept; at once with its first, the key holds it back.
-- A message is given up after a day, so none is dropped that may still be sent.
ALTER TABLE outbox DROP CONSTRAINT outbox_pkey;
DROP INDEX outbox_due, outbox_queued, outbox_subject, outbox_done, outbox_unreadable;
ALTER TABLE outbox RENAME TO outbox_before;
ALTER SEQUENCE outbox_seq_seq RENAME TO outbox_before_seq_seq;
CREATE TABLE outbox (
    key        text NOT NULL, -- subject, change and template: a repeated write is the same message
    seq        bigint GENERATED ALWAYS AS IDENTITY, -- messages of one subject leave in this order
    subject_id text NOT NULL,    -- the order, or the holder of a line's change
    template   text NOT NULL,
    notice     bytea NOT NULL,   -- encrypted: it names its recipient
    state      text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'refused', 'expired')),
    attempts   int NOT NULL DEFAULT 0,
    failure    text,
    queued_at  timestamptz NOT NULL DEFAULT now(),
    due_at     timestamptz NOT NULL DEFAULT now(),
    give_up_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
    sent_at    timestamptz,
    unreached  text[] NOT NULL DEFAULT '{}' CONSTRAINT outbox_unreached CHECK (unreached <@ ARRAY['sms', 'email']),
    faults     int NOT NULL DEFAULT 0 CONSTRAINT outbox_faults CHECK (faults >= 0),
    month      timestamptz NOT NULL DEFAULT date_trunc('month', now(), 'Asia/Riyadh'), -- its first moment
    PRIMARY KEY (key, month)
) PARTITION BY RANGE (month);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'queued';
CREATE INDEX outbox_queued ON outbox (subject_id, seq) WHERE state = 'queued';
CREATE INDEX outbox_subject ON outbox (subject_id, seq);
CREATE INDEX outbox_unreadable ON outbox (seq) WHERE failure = 'unreadable';
CREATE TABLE outbox_rest PARTITION OF outbox DEFAULT;
SELECT make_partition('outbox', month) FROM (
    SELECT DISTINCT date_trunc('month', queued_at, 'Asia/Riyadh') AS month
    FROM outbox_before WHERE queued_at >= now() - interval '90 days') AS months ORDER BY month;
INSERT INTO outbox (key, seq, subject_id, template, notice, state, attempts, failure, queued_at, due_at, give_up_at, sent_at, unreached, faults, month)
OVERRIDING SYSTEM VALUE
SELECT key, seq, subject_id, template, notice, state, attempts, failure, queued_at, due_at, give_up_at, sent_at, unreached, faults,
       date_trunc('month', queued_at, 'Asia/Riyadh')
FROM outbox_before WHERE queued_at >= now() - interval '90 days';
SELECT setval(pg_get_serial_sequence('outbox', 'seq'), (SELECT last_value FROM outbox_before_seq_seq));
DROP TABLE outbox_before;
SELECT keep_partitions('outbox');
