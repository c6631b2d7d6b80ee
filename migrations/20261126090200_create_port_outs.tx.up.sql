-- Requests of other operators for our numbers, by the clearing house's reference. Neither number nor owner is in the state.
CREATE TABLE port_outs (
    reference   text PRIMARY KEY CHECK (reference ~ '^[A-Za-z0-9-]{4,40}$'),
    line_id     uuid REFERENCES lines (id), -- empty where none of our lines had the number
    recipient   text NOT NULL,
    stage       text NOT NULL CHECK (stage IN ('agreed', 'moving', 'left', 'rejected', 'stopped', 'withdrawn', 'failed')),
    held        boolean NOT NULL DEFAULT false,
    asked_at    timestamptz NOT NULL,
    cut_over_at timestamptz NOT NULL,
    seq         bigint NOT NULL CHECK (seq > 0),
    state       jsonb NOT NULL,
    updated_at  timestamptz NOT NULL DEFAULT now(),
    CHECK (line_id IS NOT NULL OR stage = 'rejected')
);
-- A number leaves for one operator at a time, even if the application is wrong.
CREATE UNIQUE INDEX port_outs_one_open ON port_outs (line_id) WHERE stage IN ('agreed', 'moving');
CREATE INDEX port_outs_by_line ON port_outs (line_id, asked_at DESC);
CREATE INDEX port_outs_held ON port_outs (asked_at DESC) WHERE held;
