-- Messages to customers, written in the transaction that causes them and sent by a worker of their own.
CREATE TABLE outbox (
    key        text PRIMARY KEY, -- subject, change and template: a repeated write is the same message
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
    sent_at    timestamptz
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'queued';
CREATE INDEX outbox_subject ON outbox (subject_id, queued_at);
CREATE INDEX outbox_done ON outbox (queued_at) WHERE state <> 'queued'; -- what the nightly clean-up looks through
