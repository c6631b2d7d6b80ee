-- The outcome of a payment that staff read in the provider's statement. It counts once a second member of staff states the same.
CREATE TABLE payment_statements (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    payment_id   text NOT NULL REFERENCES payments (id),
    outcome      text NOT NULL CHECK (outcome IN ('paid', 'never-paid')),
    note         text NOT NULL CHECK (note <> ''),
    state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'counts', 'expired')),
    stated_by    uuid NOT NULL REFERENCES users (id),
    stated_at    timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL CHECK (expires_at > stated_at),
    confirmed_by uuid REFERENCES users (id),
    confirmed_at timestamptz CHECK (confirmed_at < expires_at),
    CONSTRAINT payment_statements_second_person CHECK (confirmed_by <> stated_by),
    CONSTRAINT payment_statements_confirmed CHECK ((state = 'counts') = (confirmed_by IS NOT NULL AND confirmed_at IS NOT NULL))
);
-- A payment has one open statement at a time, and a statement that counts is its last.
CREATE UNIQUE INDEX payment_statements_one_alive ON payment_statements (payment_id) WHERE state IN ('pending', 'counts');
