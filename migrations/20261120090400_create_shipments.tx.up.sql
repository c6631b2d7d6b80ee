CREATE TABLE shipments (
    airway_bill  text PRIMARY KEY,
    order_id     uuid NOT NULL,
    status       text NOT NULL,
    tracking_url text NOT NULL DEFAULT '',
    attempts     int NOT NULL DEFAULT 0,
    updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX shipments_by_order ON shipments (order_id);

CREATE TABLE shipment_scans (
    event_id    text PRIMARY KEY,
    order_id    uuid NOT NULL,
    airway_bill text NOT NULL,
    status      text NOT NULL,
    at          timestamptz NOT NULL
);
CREATE INDEX shipment_scans_by_order ON shipment_scans (order_id, at);
