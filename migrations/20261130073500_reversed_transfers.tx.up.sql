-- A partner can take back a transfer to another country that had arrived: the money comes back then, too.
CREATE OR REPLACE FUNCTION keep_transfer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF (NEW.number, NEW.kind, NEW.from_line, NEW.to_line, NEW.amount, NEW.megabytes, NEW.wallet_id, NEW.at)
        IS DISTINCT FROM (OLD.number, OLD.kind, OLD.from_line, OLD.to_line, OLD.amount, OLD.megabytes, OLD.wallet_id, OLD.at)
        OR OLD.outcome <> 'underway' AND NEW.outcome <> OLD.outcome
        AND NOT (OLD.kind = 'international' AND OLD.outcome = 'done' AND NEW.outcome = 'returned') THEN
        RAISE EXCEPTION 'a transfer ends once, and nothing else of it changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
