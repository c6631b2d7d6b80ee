CREATE TABLE plans (
    id                text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    name_en           text NOT NULL,
    name_ar           text NOT NULL,
    description_en    text NOT NULL DEFAULT '',
    description_ar    text NOT NULL DEFAULT '',
    price             bigint NOT NULL CHECK (price >= 0), -- halalas
    subscription_type text NOT NULL CHECK (subscription_type IN ('prepaid', 'postpaid')),
    category          text NOT NULL,
    featured          boolean NOT NULL DEFAULT false,
    validity_days     int NOT NULL CHECK (validity_days > 0),
    items             jsonb NOT NULL DEFAULT '[]',
    position          int NOT NULL,
    on_sale           boolean NOT NULL DEFAULT true
);

CREATE TABLE cities (
    key      text PRIMARY KEY CHECK (key ~ '^[a-z-]+$'),
    name_en  text NOT NULL,
    name_ar  text NOT NULL,
    position int NOT NULL
);

-- The courier's list, copied by a regular job.
CREATE TABLE branches (
    id         text PRIMARY KEY,
    city       text NOT NULL,
    name_en    text NOT NULL,
    name_ar    text NOT NULL,
    address_en text NOT NULL,
    address_ar text NOT NULL,
    hours_en   text NOT NULL,
    hours_ar   text NOT NULL,
    latitude   double precision NOT NULL,
    longitude  double precision NOT NULL
);
CREATE INDEX branches_by_city ON branches (city, id);

CREATE TABLE settings (
    key        text PRIMARY KEY,
    value      jsonb NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
