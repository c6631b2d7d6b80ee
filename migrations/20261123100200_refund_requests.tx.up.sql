-- Refunds that wait for a second person. A row is decided once, and never by the person who requested it.
CREATE TABLE refund_requests (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id     uuid NOT NULL REFERENCES orders (id),
    amount       bigint NOT NULL CHECK (amount > 0), -- halalas
    note         text NOT NULL,
    requested_by uuid NOT NULL REFERENCES users (id),
    requested_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at),
    state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'declined', 'expired')),
    decided_by   uuid REFERENCES users (id),
    decided_at   timestamptz,
    CONSTRAINT refund_requests_second_person CHECK (decided_by <> requested_by),
    CONSTRAINT refund_requests_decision CHECK ((state IN ('approved', 'declined')) = (decided_by IS NOT NULL))
);
-- An order has one open request at a time, and an approved request is its last.
CREATE UNIQUE INDEX refund_requests_one_alive ON refund_requests (order_id) WHERE state IN ('pending', 'approved');
CREATE INDEX refund_requests_by_state ON refund_requests (state, requested_at);
