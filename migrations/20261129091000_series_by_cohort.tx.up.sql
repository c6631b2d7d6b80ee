-- A series of invoices and credit notes for each year and cohort (the bill day of the line), instead of one for the year: the bills of
-- two days, and a final bill beside a batch, wait for the number of none but their own cohort. INV2607 has the invoices of 2026 of lines with
-- bill day 7. Numbers that were given keep their series (INV2026): no year of two digits and a day repeats one.
CREATE OR REPLACE FUNCTION next_number() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    activated timestamptz;
BEGIN
    IF TG_TABLE_NAME = 'invoices' THEN
        SELECT activated_at INTO activated FROM lines WHERE id = NEW.line_id;
    ELSE
        SELECT l.activated_at INTO activated FROM invoices AS i JOIN lines AS l ON l.id = i.line_id WHERE i.id = NEW.invoice_id;
    END IF;
    NEW.series := TG_ARGV[0] || to_char(NEW.issued_at AT TIME ZONE 'Asia/Riyadh', 'YY')
        || coalesce(to_char(activated AT TIME ZONE 'Asia/Riyadh', 'DD'), '00');
    INSERT INTO document_series AS s (series, last) VALUES (NEW.series, 1)
    ON CONFLICT (series) DO UPDATE SET last = s.last + 1 RETURNING last INTO NEW.n;
    NEW.number := NEW.series || '-' || lpad(NEW.n::text, 8, '0');
    RETURN NEW;
END $$;
