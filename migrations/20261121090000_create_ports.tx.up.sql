-- Operators a number can come from; ours is in the list so that it can be refused by name.
CREATE TABLE operators (
    key      text PRIMARY KEY CHECK (key ~ '^[a-z0-9-]{2,20}$'),
    name_en  text NOT NULL,
    name_ar  text NOT NULL,
    ours     boolean NOT NULL DEFAULT false,
    position int NOT NULL
);

-- Days of the week that are no working days all the same: Eid and the national days, known from year to year.
CREATE TABLE holidays (
    day     date PRIMARY KEY,
    name_en text NOT NULL,
    name_ar text NOT NULL
);

-- Only one order at a time can bring a number along, even if the application is wrong. Until it is paid the claim
-- runs out by itself; afterwards held_until is empty. Once the line is in service its own row keeps the number.
CREATE TABLE port_claims (
    msisdn     text PRIMARY KEY CHECK (msisdn ~ '^05[0-9]{8}$'),
    order_id   uuid NOT NULL UNIQUE REFERENCES orders (id) ON DELETE CASCADE,
    held_until timestamptz
);

ALTER TABLE plans ADD COLUMN takes_ported boolean NOT NULL DEFAULT true;
-- When the line ends, its number goes back to the operator that owns the range.
ALTER TABLE lines ADD COLUMN ported_from text NOT NULL DEFAULT '';
