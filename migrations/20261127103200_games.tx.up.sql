-- Codes of games that a partner sells: brands, and what can be bought of each. A code itself stands with its purchase, sealed.
CREATE TABLE game_brands (
    id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    name_en    text NOT NULL CHECK (name_en <> ''),
    name_ar    text NOT NULL CHECK (name_ar <> ''),
    redeem_en  text NOT NULL, -- how a code is used
    redeem_ar  text NOT NULL,
    refundable boolean NOT NULL,
    position   bigint NOT NULL
);

CREATE TABLE games (
    id           text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,40}$'),
    brand        text NOT NULL REFERENCES game_brands (id),
    name_en      text NOT NULL CHECK (name_en <> ''),
    name_ar      text NOT NULL CHECK (name_ar <> ''),
    partner_code text NOT NULL, -- what the partner calls it
    price        bigint NOT NULL CHECK (price > 0), -- halalas without VAT
    cost         bigint NOT NULL CHECK (cost BETWEEN 0 AND price), -- of that what we owe the partner
    on_sale      boolean NOT NULL,
    position     bigint NOT NULL
);
CREATE INDEX games_by_brand ON games (brand, position, id) WHERE on_sale;

CREATE INDEX purchases_of_games ON purchases (user_id, created_at DESC) WHERE kind = 'game';
