-- Our stores. Hours are a list of spans for each day of the week, one list for the year and one for Ramadan.
CREATE TABLE stores (
    id            text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9._-]{1,40}$'),
    city          text NOT NULL REFERENCES cities (key),
    name_en       text NOT NULL,
    name_ar       text NOT NULL,
    address_en    text NOT NULL,
    address_ar    text NOT NULL,
    phone         text NOT NULL,
    hours         jsonb NOT NULL,
    ramadan_hours jsonb NOT NULL,
    latitude      double precision NOT NULL CHECK (latitude BETWEEN 16 AND 32.5),
    longitude     double precision NOT NULL CHECK (longitude BETWEEN 34.4 AND 55.7),
    services      text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX stores_by_city ON stores (city, id);
