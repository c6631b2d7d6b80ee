-- The parts of a bundle that a customer puts together: amounts of a type with their prices, and days with their share of those.
CREATE TABLE bundle_steps (
    key     text PRIMARY KEY,
    type    text NOT NULL CHECK (type IN ('data', 'local_min', 'sms', 'days')),
    amount  bigint NOT NULL CHECK (amount > 0), -- megabytes, minutes, messages, days
    price   bigint NOT NULL DEFAULT 0 CHECK (price >= 0), -- halalas for a month, without VAT
    percent int NOT NULL DEFAULT 0 CHECK (percent >= 0), -- of days: how much of the price of a month
    UNIQUE (type, amount),
    CHECK ((type = 'days') = (percent > 0)),
    CHECK ((type = 'days') = (price = 0))
);
