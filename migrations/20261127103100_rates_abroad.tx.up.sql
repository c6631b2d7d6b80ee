-- Costs of calls to other countries, and of using their networks. Money is halalas with VAT.
CREATE TABLE countries (
    code      text PRIMARY KEY CHECK (code ~ '^[A-Z]{2}$'), -- ISO 3166
    name_en   text NOT NULL CHECK (name_en <> ''),
    name_ar   text NOT NULL CHECK (name_ar <> ''),
    dial_code text NOT NULL CHECK (dial_code ~ '^\+[1-9][0-9]{0,5}$'),
    minute    bigint NOT NULL CHECK (minute >= 0),
    sms       bigint NOT NULL CHECK (sms >= 0)
);

CREATE TABLE roaming_operators (
    id        text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    country   text NOT NULL REFERENCES countries (code),
    name      text NOT NULL CHECK (name <> ''),
    preferred boolean NOT NULL,
    local     bigint NOT NULL CHECK (local >= 0), -- a minute within the country
    home      bigint NOT NULL CHECK (home >= 0), -- a minute to the Kingdom
    taken     bigint NOT NULL CHECK (taken >= 0), -- a minute of a call that is taken
    sms       bigint NOT NULL CHECK (sms >= 0),
    megabyte  bigint NOT NULL CHECK (megabyte >= 0)
);
CREATE INDEX roaming_operators_by_country ON roaming_operators (country);
