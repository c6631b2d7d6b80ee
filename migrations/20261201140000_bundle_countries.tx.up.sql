-- In which countries a bundle can be used. One without any is for all of them that it says.
CREATE TABLE bundle_countries (
    id      text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    bundle  text NOT NULL REFERENCES bundles (id),
    country text NOT NULL REFERENCES countries (code),
    UNIQUE (bundle, country)
);
CREATE INDEX bundle_countries_by_country ON bundle_countries (country);
