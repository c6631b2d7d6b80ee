CREATE OR REPLACE FUNCTION keep_stamped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (OLD.device, OLD.icv, OLD.pih, OLD.hash, OLD.code, OLD.xml)
        IS NOT DISTINCT FROM (NEW.device, NEW.icv, NEW.pih, NEW.hash, NEW.code, NEW.xml) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a stamped invoice cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
