-- Value-added services of a partner: a page of the site has categories, a category services.
CREATE TABLE service_categories (
    key      text PRIMARY KEY CHECK (key ~ '^[a-z0-9-]{2,40}$'),
    page     text NOT NULL CHECK (page IN ('entertainment', 'special_services')),
    name_en  text NOT NULL CHECK (name_en <> ''),
    name_ar  text NOT NULL CHECK (name_ar <> ''),
    position bigint NOT NULL
);

CREATE TABLE services (
    id             text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    category       text NOT NULL REFERENCES service_categories (key),
    name_en        text NOT NULL CHECK (name_en <> ''),
    name_ar        text NOT NULL CHECK (name_ar <> ''),
    description_en text NOT NULL,
    description_ar text NOT NULL,
    partner_code   text NOT NULL, -- what the partner calls it
    price          bigint NOT NULL CHECK (price > 0), -- halalas of one cycle, from the balance
    cost           bigint NOT NULL CHECK (cost BETWEEN 0 AND price), -- of that what we owe the partner
    cycle_days     bigint NOT NULL CHECK (cycle_days BETWEEN 1 AND 366),
    availability   text[] NOT NULL CHECK (availability <@ ARRAY['web', 'app']),
    on_sale        boolean NOT NULL,
    position       bigint NOT NULL
);
CREATE INDEX services_by_category ON services (category, position, id) WHERE on_sale;

-- The value-added services of lines. A line has a service once.
CREATE TABLE line_services (
    id         uuid PRIMARY KEY REFERENCES purchases (id) DEFERRABLE INITIALLY DEFERRED,
    line_id    uuid NOT NULL REFERENCES lines (id),
    service_id text NOT NULL REFERENCES services (id),
    state      text NOT NULL CHECK (state IN ('starting', 'active', 'ending', 'ended')),
    price      bigint NOT NULL CHECK (price > 0),
    since      timestamptz NOT NULL,
    until      timestamptz, -- of the cycle that runs
    ended_at   timestamptz,
    CHECK ((state IN ('active', 'ending')) <= (until IS NOT NULL)),
    CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX line_services_once ON line_services (line_id, service_id) WHERE state <> 'ended';
CREATE INDEX line_services_due ON line_services (state, until) WHERE state IN ('active', 'ending');
