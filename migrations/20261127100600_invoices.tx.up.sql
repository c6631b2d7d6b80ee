-- Bills of postpaid lines. An invoice, its lines and its credit notes never change; what became of it stands in invoice_dues and follows
-- from its payments and credit notes alone.
CREATE TABLE document_series (
    series text PRIMARY KEY CHECK (series ~ '^(INV|CRN)[0-9]{4}$'),
    last   bigint NOT NULL CHECK (last BETWEEN 0 AND 99999999)
);

CREATE TABLE invoices (
    id           uuid PRIMARY KEY,
    series       text NOT NULL,
    n            bigint NOT NULL CHECK (n > 0),
    number       text NOT NULL UNIQUE CHECK (number = series || '-' || lpad(n::text, 8, '0')),
    line_id      uuid NOT NULL REFERENCES lines (id),
    period       text NOT NULL CHECK (period ~ '^([0-9]{4}-(0[1-9]|1[0-2])|final)$'),
    period_from  timestamptz NOT NULL,
    period_until timestamptz NOT NULL CHECK (period_until >= period_from),
    issued_at    timestamptz NOT NULL,
    due_at       timestamptz NOT NULL CHECK (due_at > issued_at),
    net          bigint NOT NULL CHECK (net >= 0), -- halalas
    vat          bigint NOT NULL CHECK (vat >= 0),
    total        bigint NOT NULL CONSTRAINT invoices_total CHECK (total > 0 AND total = net + vat),
    vat_percent  int NOT NULL CHECK (vat_percent BETWEEN 0 AND 100),
    UNIQUE (series, n),
    UNIQUE (line_id, period)
);
CREATE INDEX invoices_by_line ON invoices (line_id, issued_at DESC);

CREATE TABLE invoice_lines (
    invoice_id  uuid NOT NULL REFERENCES invoices (id),
    n           int NOT NULL CHECK (n > 0),
    service     text NOT NULL CHECK (service IN ('plan', 'multi-sim', 'usage', 'commitment')),
    item        text NOT NULL,
    plan_id     text NOT NULL DEFAULT '',
    quantity    bigint NOT NULL CHECK (quantity > 0),
    unit        text NOT NULL DEFAULT '',
    from_at     timestamptz NOT NULL,
    until_at    timestamptz NOT NULL CHECK (until_at >= from_at),
    net         bigint NOT NULL CHECK (net >= 0),
    vat         bigint NOT NULL CHECK (vat >= 0),
    total       bigint NOT NULL CHECK (total > 0 AND total = net + vat),
    vat_percent int NOT NULL CHECK (vat_percent BETWEEN 0 AND 100),
    PRIMARY KEY (invoice_id, n)
);

CREATE TABLE credit_notes (
    id         uuid PRIMARY KEY,
    series     text NOT NULL,
    n          bigint NOT NULL CHECK (n > 0),
    number     text NOT NULL UNIQUE CHECK (number = series || '-' || lpad(n::text, 8, '0')),
    invoice_id uuid NOT NULL REFERENCES invoices (id),
    reason     text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
    actor      text NOT NULL, -- user id
    issued_at  timestamptz NOT NULL,
    net        bigint NOT NULL CHECK (net >= 0),
    vat        bigint NOT NULL CHECK (vat >= 0),
    total      bigint NOT NULL CHECK (total > 0 AND total = net + vat),
    UNIQUE (series, n)
);
CREATE INDEX credit_notes_of_invoice ON credit_notes (invoice_id, issued_at);

CREATE TABLE invoice_payments (
    id         text PRIMARY KEY, -- of the purchase, or of the bank's notice
    invoice_id uuid NOT NULL REFERENCES invoices (id),
    way        text NOT NULL CHECK (way IN ('purchase', 'sadad')),
    amount     bigint NOT NULL CHECK (amount > 0),
    paid_at    timestamptz NOT NULL
);
CREATE INDEX invoice_payments_of_invoice ON invoice_payments (invoice_id, paid_at);

-- The rest to pay, and the dunning step of an invoice that is not paid. A row for each invoice, locked by each payment.
CREATE TABLE invoice_dues (
    invoice_id uuid PRIMARY KEY REFERENCES invoices (id),
    line_id    uuid NOT NULL REFERENCES lines (id),
    due_at     timestamptz NOT NULL,
    left_over  bigint NOT NULL CHECK (left_over >= 0), -- halalas; below zero more would be paid than is owed
    credited   bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
    settled_at timestamptz,
    step       text NOT NULL DEFAULT '' CHECK (step IN ('', 'notice', 'last-notice', 'bar-outgoing', 'bar-all', 'end')),
    taken_at   timestamptz, -- the step
    next_at    timestamptz, -- the step that follows; empty where none does
    CHECK ((left_over = 0) = (settled_at IS NOT NULL)),
    CHECK (settled_at IS NULL OR next_at IS NULL)
);
CREATE INDEX invoice_dues_next ON invoice_dues (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX invoice_dues_open ON invoice_dues (line_id) WHERE left_over > 0;

-- The database gives the numbers: each document takes the next one of its year, in the transaction that writes it. A transaction that
-- writes at the same time waits for it, so a number that was taken back is the next one's: there is no gap, and none is given twice.
CREATE FUNCTION next_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.series := TG_ARGV[0] || to_char(NEW.issued_at AT TIME ZONE 'Asia/Riyadh', 'YYYY');
    INSERT INTO document_series AS s (series, last) VALUES (NEW.series, 1)
    ON CONFLICT (series) DO UPDATE SET last = s.last + 1 RETURNING last INTO NEW.n;
    NEW.number := NEW.series || '-' || lpad(NEW.n::text, 8, '0');
    RETURN NEW;
END $$;
CREATE TRIGGER invoices_are_numbered BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION next_number('INV');
CREATE TRIGGER credit_notes_are_numbered BEFORE INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION next_number('CRN');

CREATE FUNCTION refuse_own_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'numbers follow from the documents' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER document_series_by_documents BEFORE INSERT OR UPDATE OR DELETE ON document_series
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_own_number();

CREATE TRIGGER invoices_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_lines_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_notes_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_payments_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The lines of an invoice are the whole of it; looked at when the transaction ends.
CREATE FUNCTION check_invoice_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    invoice uuid := CASE TG_TABLE_NAME WHEN 'invoice_lines' THEN (to_jsonb(NEW) ->> 'invoice_id')::uuid ELSE (to_jsonb(NEW) ->> 'id')::uuid END;
BEGIN
    IF NOT EXISTS (
        SELECT FROM invoices AS i JOIN invoice_lines AS l ON l.invoice_id = i.id WHERE i.id = invoice
        GROUP BY i.id HAVING sum(l.net) = i.net AND sum(l.vat) = i.vat AND sum(l.total) = i.total AND max(l.n) = count(*)
    ) THEN
        RAISE EXCEPTION 'the lines of an invoice are not the whole' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'invoices_add_up';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER invoices_add_up AFTER INSERT ON invoices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up();
CREATE CONSTRAINT TRIGGER invoice_lines_add_up AFTER INSERT ON invoice_lines
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up();

-- The rest to pay follows from the documents.
CREATE FUNCTION invoice_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO invoice_dues (invoice_id, line_id, due_at, left_over) VALUES (NEW.id, NEW.line_id, NEW.due_at, NEW.total);
    RETURN NULL;
END $$;
CREATE TRIGGER invoices_are_due AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION invoice_is_due();

CREATE FUNCTION invoice_is_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE invoice_dues SET left_over = left_over - NEW.amount,
        settled_at = CASE WHEN left_over = NEW.amount THEN NEW.paid_at END,
        next_at = CASE WHEN left_over = NEW.amount THEN NULL ELSE next_at END
    WHERE invoice_id = NEW.invoice_id;
    RETURN NULL;
END $$;
CREATE TRIGGER invoice_payments_settle AFTER INSERT ON invoice_payments FOR EACH ROW EXECUTE FUNCTION invoice_is_paid();

CREATE FUNCTION invoice_is_credited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE invoice_dues SET left_over = left_over - NEW.total, credited = credited + NEW.total,
        settled_at = CASE WHEN left_over = NEW.total THEN NEW.issued_at END,
        next_at = CASE WHEN left_over = NEW.total THEN NULL ELSE next_at END
    WHERE invoice_id = NEW.invoice_id;
    RETURN NULL;
END $$;
CREATE TRIGGER credit_notes_settle AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION invoice_is_credited();

CREATE FUNCTION refuse_own_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what is left of an invoice follows from its payments' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER invoice_dues_by_documents BEFORE UPDATE OF left_over, credited, settled_at, due_at, line_id ON invoice_dues
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_own_dues();
CREATE TRIGGER invoice_dues_with_invoices BEFORE INSERT ON invoice_dues
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_own_dues();

-- The invoice of each charge and each use: each stands on one.
ALTER TABLE subscription_charges ADD COLUMN invoice_id uuid REFERENCES invoices (id);
ALTER TABLE subscription_charges ADD CONSTRAINT subscription_charges_invoiced CHECK (invoice_id IS NULL OR paid_by = 'invoice' AND waived_at IS NULL);
CREATE INDEX subscription_charges_to_bill ON subscription_charges (line_id, cycle_from) WHERE paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL;
ALTER TABLE usage_events ADD COLUMN invoice_id uuid REFERENCES invoices (id);
CREATE INDEX usage_events_to_bill ON usage_events (line_id, used_at) WHERE charged > 0 AND invoice_id IS NULL;
-- On which invoice an event stands says nothing about its parts.
DROP TRIGGER usage_events_add_up ON usage_events;
CREATE CONSTRAINT TRIGGER usage_events_add_up AFTER INSERT OR UPDATE OF amount, uncovered ON usage_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_adds_up();

CREATE INDEX lines_by_bill_day ON lines ((extract(day FROM activated_at AT TIME ZONE 'Asia/Riyadh')), id) WHERE subscription_type = 'postpaid';

ALTER TABLE line_endings DROP CONSTRAINT line_endings_cause_check;
ALTER TABLE line_endings ADD CONSTRAINT line_endings_cause_check CHECK (cause IN ('deactivated', 'ported-out', 'inactive', 'unpaid'));
