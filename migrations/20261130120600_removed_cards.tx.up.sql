-- Saved cards that were removed or replaced, until the payment provider has deleted their tokens.
CREATE TABLE removed_cards (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    card_id    uuid NOT NULL, -- of the former row: what is sealed is bound to it
    personal   bytea NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now(),
    tried_at   timestamptz -- of the latest try without success
);
-- Those that were never tried come first, so that a failing one does not block the rest.
CREATE INDEX removed_cards_next ON removed_cards (tried_at NULLS FIRST, id);
