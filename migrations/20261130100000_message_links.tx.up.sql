-- The links in messages. A message has a code; the row has the SHA-256 of the code, and what it opens: a part of an order, an invoice, a
-- page whose address has a secret of its own (sealed), or an account's choice about promotions. A row is deleted some time after its end,
-- so that a customer who is late learns which order the link was about.
CREATE TABLE message_links (
    digest     bytea PRIMARY KEY CHECK (length(digest) = 32),
    order_id   uuid,
    scope      text,
    invoice_id uuid,
    page       bytea,
    user_id    uuid,
    channel    text, -- on which the promotion came
    ends_at    timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT message_links_open_one CHECK (num_nonnulls(order_id, invoice_id, page, user_id) = 1),
    -- No link opens the whole order.
    CONSTRAINT message_links_scope CHECK (CASE WHEN order_id IS NULL THEN scope IS NULL
        ELSE scope IS NOT NULL AND scope IN ('tracking', 'activation', 'installation', 'correction', 'payment') END),
    CONSTRAINT message_links_channel CHECK (CASE WHEN user_id IS NULL THEN channel IS NULL ELSE channel IS NOT NULL AND channel IN ('sms', 'email') END)
);
CREATE INDEX message_links_by_end ON message_links (ends_at);
