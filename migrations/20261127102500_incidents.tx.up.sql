-- Problems that keep many orders from going on at once, and the orders they have touched.
ALTER TABLE orders ADD COLUMN waits_for text NOT NULL DEFAULT ''; -- the partner
CREATE INDEX orders_waits_for ON orders (waits_for, city) WHERE waits_for <> '';

CREATE TABLE incidents (
    id        uuid PRIMARY KEY,
    partner   text NOT NULL DEFAULT '' CHECK (partner IN ('', 'courier', 'esim', 'portability')),
    city      text NOT NULL DEFAULT '',
    from_at   timestamptz NOT NULL,
    until_at  timestamptz NOT NULL CHECK (until_at > from_at),
    text_en   text NOT NULL CHECK (length(text_en) BETWEEN 3 AND 300),
    text_ar   text NOT NULL CHECK (length(text_ar) BETWEEN 3 AND 300),
    opened_by uuid NOT NULL REFERENCES users (id),
    opened_at timestamptz NOT NULL DEFAULT now(),
    ended_at  timestamptz,
    ended_by  uuid REFERENCES users (id),
    CHECK ((partner = '') <> (city = '')),
    CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX incidents_lasting ON incidents (from_at) WHERE ended_at IS NULL;
CREATE INDEX incidents_newest ON incidents (opened_at DESC);

CREATE TABLE incident_orders (
    incident_id uuid NOT NULL REFERENCES incidents (id),
    order_id    uuid NOT NULL REFERENCES orders (id),
    touched_at  timestamptz NOT NULL DEFAULT now(),
    told_at     timestamptz, -- that it is over, or needs not be told
    PRIMARY KEY (incident_id, order_id)
);
CREATE INDEX incident_orders_untold ON incident_orders (touched_at) WHERE told_at IS NULL;
