DELETE FROM line_endings WHERE cause = 'inactive';
ALTER TABLE line_endings DROP CONSTRAINT line_endings_cause_check;
ALTER TABLE line_endings ADD CONSTRAINT line_endings_cause_check CHECK (cause IN ('deactivated', 'ported-out'));
UPDATE plan_subscriptions SET seq = seq + 1, step = 'none', due_at = NULL,
    state = (state - 'inactive' - 'dueAt') || jsonb_build_object('step', 'none', 'seq', seq + 1)
WHERE step IN ('inactive', 'release');
ALTER TABLE plan_subscriptions DROP CONSTRAINT plan_subscriptions_step_check;
ALTER TABLE plan_subscriptions ADD CONSTRAINT plan_subscriptions_step_check
    CHECK (step IN ('renew', 'remind', 'expire', 'switch', 'none'));
CREATE OR REPLACE FUNCTION call_for_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM plan_subscriptions
        WHERE line_id = NEW.line_id AND stage IN ('grace', 'expired') AND auto_renew
    ) THEN
        INSERT INTO subscription_calls (line_id) VALUES (NEW.line_id)
        ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    END IF;
    RETURN NULL;
END $$;
