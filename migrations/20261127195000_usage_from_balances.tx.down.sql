CREATE OR REPLACE FUNCTION call_for_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM plan_subscriptions
        WHERE line_id = NEW.line_id AND stage IN ('grace', 'expired') AND (auto_renew OR step IN ('inactive', 'release'))
    ) THEN
        INSERT INTO subscription_calls (line_id) VALUES (NEW.line_id)
        ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    END IF;
    RETURN NULL;
END $$;
DELETE FROM line_limits WHERE kind = 'balance';
ALTER TABLE line_limits DROP CONSTRAINT line_limits_only_caps_are_lifted;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_only_caps_are_lifted CHECK (kind <> 'credit' OR lifted_cycle IS NULL);
ALTER TABLE line_limits DROP CONSTRAINT line_limits_caps_have_an_amount;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_caps_have_an_amount CHECK (kind = 'credit' OR amount IS NOT NULL);
ALTER TABLE line_limits DROP CONSTRAINT line_limits_kind_check;
ALTER TABLE line_limits ADD CONSTRAINT line_limits_kind_check CHECK (kind IN ('credit', 'extra', 'roaming'));
DROP TRIGGER ledger_operations_of_usage ON ledger_operations;
DROP FUNCTION check_usage_posting();
DROP TRIGGER usage_events_stay_taken ON usage_events;
DROP FUNCTION refuse_another_charge();
DROP TRIGGER usage_events_are_paid ON usage_events;
DROP FUNCTION check_usage_is_paid();
CREATE OR REPLACE FUNCTION unbilled(line uuid) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT sum(amount) FROM subscription_charges
                     WHERE line_id = line AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL), 0)::bigint
         + coalesce((SELECT sum(charged) FROM usage_events WHERE line_id = line AND charged > 0 AND invoice_id IS NULL), 0)::bigint
$$;
DROP INDEX usage_events_to_bill;
ALTER TABLE usage_events DROP COLUMN written_off, DROP COLUMN taken_by;
CREATE INDEX usage_events_to_bill ON usage_events (line_id, used_at) WHERE charged > 0 AND invoice_id IS NULL;
