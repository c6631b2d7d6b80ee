-- Electronic invoices: a row for each receipt with VAT and each credit note, written with it. It gets its place in the chain of a
-- device when it is stamped.
CREATE TABLE einvoices (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- also the document's own
    seq          bigint GENERATED ALWAYS AS IDENTITY,
    subject      text NOT NULL CHECK (subject IN ('order', 'purchase')),
    subject_id   uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('388', '381')),
    status       text NOT NULL DEFAULT 'due' CHECK (status IN ('due', 'held', 'pending', 'reported', 'cleared', 'rejected')),
    issued_at    timestamptz NOT NULL,
    due_at       timestamptz NOT NULL, -- to be reported by then
    attempts     int NOT NULL DEFAULT 0,
    next_at      timestamptz NOT NULL DEFAULT now(), -- not before then
    failure      text, -- the last one
    rules        text[] NOT NULL DEFAULT '{}', -- that it breaks, here or in the eyes of the authority, or is warned of
    device       text,
    icv          bigint CHECK (icv > 0),
    previous_icv bigint GENERATED ALWAYS AS (nullif(icv - 1, 0)) STORED,
    pih          text,
    hash         text,
    code         text, -- of the QR code
    xml          bytea, -- encrypted: it says what was bought
    cleared      bytea, -- encrypted: with the authority's own stamp
    done_at      timestamptz,
    UNIQUE (subject, subject_id, kind),
    UNIQUE (device, icv),
    UNIQUE (device, icv, hash),
    -- The chain: without a gap, and each names the hash of the one before.
    FOREIGN KEY (device, previous_icv, pih) REFERENCES einvoices (device, icv, hash),
    CHECK (icv > 1 OR pih = 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='),
    CHECK (num_nulls(device, icv, pih, hash, code, xml) IN (0, 6)),
    CHECK ((icv IS NULL) = (status IN ('due', 'held'))),
    CHECK ((done_at IS NULL) = (status NOT IN ('reported', 'cleared', 'rejected')))
);
CREATE INDEX einvoices_to_stamp ON einvoices (seq) WHERE status IN ('due', 'held');
CREATE INDEX einvoices_to_send ON einvoices (seq) WHERE status = 'pending';
CREATE INDEX einvoices_rejected ON einvoices (seq) WHERE status = 'rejected';

-- A stamped document never changes.
CREATE FUNCTION keep_stamped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD.device, OLD.icv, OLD.pih, OLD.hash, OLD.code, OLD.xml)
        IS NOT DISTINCT FROM (NEW.device, NEW.icv, NEW.pih, NEW.hash, NEW.code, NEW.xml) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a stamped invoice cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER einvoices_keep_stamped BEFORE UPDATE OR DELETE ON einvoices
    FOR EACH ROW WHEN (OLD.icv IS NOT NULL) EXECUTE FUNCTION keep_stamped();
