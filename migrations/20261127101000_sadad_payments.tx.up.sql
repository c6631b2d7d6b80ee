-- Payments that banks report, each once by the bank's own id. The part that no bill takes is held until support has sent it back.
CREATE TABLE sadad_payments (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- its postings are about it
    payment_id  text NOT NULL UNIQUE, -- the bank's
    reference   text NOT NULL, -- of a bill, as the bank has it
    amount      bigint NOT NULL CHECK (amount > 0), -- halalas, as the following
    paid_at     timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    state       text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'taken', 'held', 'returned')),
    invoice_id  uuid REFERENCES invoices (id),
    taken       bigint NOT NULL DEFAULT 0 CHECK (taken >= 0), -- by the bill
    held        bigint NOT NULL DEFAULT 0 CHECK (held >= 0), -- the rest, also once it has gone back
    reason      text CHECK (reason IN ('unknown-bill', 'paid-already', 'more-than-left')),
    note        text NOT NULL DEFAULT '',
    returned_by uuid REFERENCES users (id),
    returned_at timestamptz,
    CONSTRAINT sadad_payments_nothing_lost CHECK (taken + held = CASE state WHEN 'received' THEN 0 ELSE amount END),
    CONSTRAINT sadad_payments_held CHECK ((held > 0) = (state IN ('held', 'returned')) AND (held > 0) = (reason IS NOT NULL)),
    CHECK (taken = 0 OR invoice_id IS NOT NULL),
    CONSTRAINT sadad_payments_decision CHECK ((state = 'returned') = (returned_by IS NOT NULL AND returned_at IS NOT NULL AND note <> ''))
);
CREATE INDEX sadad_payments_by_state ON sadad_payments (state, received_at DESC) WHERE state <> 'taken';

-- A bank's report never changes, and its outcome is never undone.
CREATE FUNCTION keep_sadad_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD.payment_id, OLD.reference, OLD.amount, OLD.paid_at, OLD.received_at)
            IS NOT DISTINCT FROM (NEW.payment_id, NEW.reference, NEW.amount, NEW.paid_at, NEW.received_at)
        AND (OLD.state = 'received' OR OLD.state = 'held' AND NEW.state = 'returned' AND (OLD.taken, OLD.held) = (NEW.taken, NEW.held)) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what a bank has reported stays' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER sadad_payments_stay BEFORE UPDATE OR DELETE ON sadad_payments FOR EACH ROW EXECUTE FUNCTION keep_sadad_payment();
