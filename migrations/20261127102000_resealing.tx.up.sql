-- A stamped document never changes; sealing it anew with another key (selfcare keys rotate) leaves it as it is.
CREATE OR REPLACE FUNCTION keep_stamped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD.device, OLD.icv, OLD.pih, OLD.hash, OLD.code) IS NOT DISTINCT FROM (NEW.device, NEW.icv, NEW.pih, NEW.hash, NEW.code)
        AND (OLD.xml IS NOT DISTINCT FROM NEW.xml OR NEW.xml IS NOT NULL AND current_setting('selfcare.resealing', true) = 'on') THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a stamped invoice cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
