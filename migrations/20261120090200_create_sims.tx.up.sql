CREATE TABLE sims (
    iccid        text PRIMARY KEY CHECK (iccid ~ '^89966[0-9]{14}$'),
    puk1         bytea NOT NULL, -- encrypted
    status       text NOT NULL DEFAULT 'stock',
    order_id     uuid,
    allocated_at timestamptz,
    CONSTRAINT sims_state CHECK (
        (status = 'stock' AND order_id IS NULL) OR (status IN ('allocated', 'active') AND order_id IS NOT NULL)
    )
);
CREATE UNIQUE INDEX sims_one_per_order ON sims (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX sims_stock ON sims (iccid) WHERE status = 'stock';
