CREATE OR REPLACE FUNCTION next_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.series := TG_ARGV[0] || to_char(NEW.issued_at AT TIME ZONE 'Asia/Riyadh', 'YYYY');
    INSERT INTO document_series AS s (series, last) VALUES (NEW.series, 1)
    ON CONFLICT (series) DO UPDATE SET last = s.last + 1 RETURNING last INTO NEW.n;
    NEW.number := NEW.series || '-' || lpad(NEW.n::text, 8, '0');
    RETURN NEW;
END $$;
