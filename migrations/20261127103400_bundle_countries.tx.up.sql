-- Beside the rates of which countries a bundle is shown; one without any is beside none.
CREATE TABLE bundle_countries (
    id      text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    bundle  text NOT NULL REFERENCES bundles (id),
    country text NOT NULL REFERENCES countries (code),
    UNIQUE (bundle, country)
);
CREATE INDEX bundle_countries_by_country ON bundle_countries (country);
