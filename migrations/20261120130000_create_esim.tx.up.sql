-- Phones that take an eSIM.
CREATE TABLE devices (
    model    text PRIMARY KEY CHECK (model ~ '^[a-z0-9-]{2,60}$'),
    brand    text NOT NULL,
    name     text NOT NULL,
    position int NOT NULL
);

-- A profile of an order at the SM-DP+; its activation code stays with the order, encrypted.
CREATE TABLE esim_profiles (
    iccid      text PRIMARY KEY CHECK (iccid ~ '^89[0-9]{17}$'),
    order_id   uuid NOT NULL,
    issue      int NOT NULL CHECK (issue > 0),
    status     text NOT NULL CHECK (status IN ('ordered', 'released', 'downloaded', 'installed', 'error', 'cancelled', 'active')),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (order_id, issue)
);
-- A line runs on one profile of its order.
CREATE UNIQUE INDEX esim_profiles_active ON esim_profiles (order_id) WHERE status = 'active';

ALTER TABLE line_sims ADD COLUMN sim_type text NOT NULL DEFAULT 'physical' CHECK (sim_type IN ('physical', 'esim'));
