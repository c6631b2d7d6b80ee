-- Transfers between lines, one row for each purchase that does one. The day and the month of its limit are those it began in.
CREATE TABLE transfers (
    id         uuid PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
    seq        bigint GENERATED ALWAYS AS IDENTITY,
    number     text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('credit', 'data')),
    from_line  uuid NOT NULL REFERENCES lines (id),
    to_line    uuid NOT NULL REFERENCES lines (id),
    amount     bigint NOT NULL DEFAULT 0 CHECK (amount >= 0), -- halalas
    megabytes  bigint CHECK (megabytes > 0),
    wallet_id  uuid, -- the bucket that gave
    outcome    text NOT NULL DEFAULT 'underway' CHECK (outcome IN ('underway', 'done', 'returned')),
    at         timestamptz NOT NULL,
    CHECK (from_line <> to_line),
    CHECK ((kind = 'credit') = (amount > 0)),
    CHECK ((kind = 'data') = (megabytes IS NOT NULL AND wallet_id IS NOT NULL))
);
CREATE INDEX transfers_sent ON transfers (from_line, seq DESC);
CREATE INDEX transfers_received ON transfers (to_line, seq DESC);

CREATE FUNCTION keep_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.number, NEW.kind, NEW.from_line, NEW.to_line, NEW.amount, NEW.megabytes, NEW.wallet_id, NEW.at)
        IS DISTINCT FROM (OLD.number, OLD.kind, OLD.from_line, OLD.to_line, OLD.amount, OLD.megabytes, OLD.wallet_id, OLD.at)
        OR OLD.outcome <> 'underway' AND NEW.outcome <> OLD.outcome THEN
        RAISE EXCEPTION 'a transfer ends once, and nothing else of it changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER transfers_end_once BEFORE UPDATE ON transfers FOR EACH ROW EXECUTE FUNCTION keep_transfer();
