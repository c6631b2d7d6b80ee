-- A posting takes what a prepaid line used beyond its plan from its balance: each event once. An event that is reported after its
-- prepaid line has ended is written off: the balance is closed by then.
ALTER TABLE usage_events ADD COLUMN taken_by text REFERENCES ledger_operations (key);
ALTER TABLE usage_events ADD COLUMN written_off boolean NOT NULL DEFAULT false;

-- Charges from before this rule were never taken from a balance, and are not taken now.
UPDATE usage_events AS e SET written_off = true FROM lines AS l WHERE l.id = e.line_id AND l.subscription_type = 'prepaid' AND e.charged > 0;

ALTER TABLE usage_events ADD CONSTRAINT usage_events_paid_once CHECK (num_nonnulls(taken_by, invoice_id) + written_off::int <= 1);
ALTER TABLE usage_events ADD CONSTRAINT usage_events_only_charges_are_paid CHECK (charged > 0 OR (taken_by IS NULL AND NOT written_off));
CREATE INDEX usage_events_taken ON usage_events (taken_by) WHERE taken_by IS NOT NULL;

-- Usage that a balance has paid for goes onto no bill.
DROP INDEX usage_events_to_bill;
CREATE INDEX usage_events_to_bill ON usage_events (line_id, used_at)
    WHERE charged > 0 AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off;
CREATE OR REPLACE FUNCTION unbilled(line uuid) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT sum(amount) FROM public.subscription_charges
                     WHERE line_id = line AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL), 0)::bigint
         + coalesce((SELECT sum(charged) FROM public.usage_events
                     WHERE line_id = line AND charged > 0 AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off), 0)::bigint
$$;

-- The charge of a prepaid line is taken from its balance, or the line has ended and the charge is written off. Looked at when the
-- transaction ends, because the posting comes after the event.
CREATE FUNCTION check_usage_is_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM public.usage_events AS e JOIN public.lines AS l ON l.id = e.line_id
               WHERE e.event_id = NEW.event_id AND e.charged > 0
                 AND CASE l.subscription_type
                     WHEN 'prepaid' THEN e.taken_by IS NULL AND NOT (e.written_off AND l.status = 'ended')
                     ELSE e.taken_by IS NOT NULL OR e.written_off END) THEN
        RAISE EXCEPTION 'nothing pays for what was used, or the wrong thing' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_is_paid';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER usage_events_are_paid AFTER INSERT OR UPDATE OF charged, taken_by, written_off ON usage_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.charged > 0) EXECUTE FUNCTION check_usage_is_paid();

-- An amount that was taken from a balance never changes.
CREATE FUNCTION refuse_another_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was taken from a balance does not change' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_is_taken';
END $$;
CREATE TRIGGER usage_events_stay_taken BEFORE UPDATE OF charged, line_id, taken_by, written_off ON usage_events
    FOR EACH ROW WHEN (OLD.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_another_charge();

-- A posting for usage takes what its events cost, from their line.
CREATE FUNCTION check_usage_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT coalesce(sum(e.charged) FILTER (WHERE e.line_id = NEW.subject), 0) FROM public.usage_events AS e WHERE e.taken_by = NEW.key)
       IS DISTINCT FROM (SELECT sum(amount) FROM public.ledger_lines WHERE operation = NEW.key AND account = 'line/' || NEW.subject) THEN
        RAISE EXCEPTION 'posting % does not take what its events cost', NEW.key USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_posting_adds_up';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_operations_of_usage AFTER INSERT ON ledger_operations
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'usage') EXECUTE FUNCTION check_usage_posting();

-- The messages to the holders of a prepaid line about its balance are kept with those about its caps.
ALTER TABLE line_limits DROP CONSTRAINT line_limits_kind_check;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_kind_check CHECK (kind IN ('credit', 'extra', 'roaming', 'balance'));
ALTER TABLE line_limits DROP CONSTRAINT line_limits_caps_have_an_amount;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_caps_have_an_amount
    CHECK (CASE kind WHEN 'credit' THEN true WHEN 'balance' THEN amount IS NULL ELSE amount IS NOT NULL END);
ALTER TABLE line_limits DROP CONSTRAINT line_limits_only_caps_are_lifted;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_only_caps_are_lifted CHECK (kind IN ('extra', 'roaming') OR lifted_cycle IS NULL);

-- A balance that grows also brings back what was stopped because it was overdrawn.
CREATE OR REPLACE FUNCTION call_for_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM public.plan_subscriptions
        WHERE line_id = NEW.line_id
          AND (stage IN ('grace', 'expired') AND (auto_renew OR step IN ('inactive', 'release')) OR state -> 'spend' ->> 'level' <> 'full')
    ) THEN
        INSERT INTO public.subscription_calls (line_id) VALUES (NEW.line_id)
        ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    END IF;
    RETURN NULL;
END $$;
