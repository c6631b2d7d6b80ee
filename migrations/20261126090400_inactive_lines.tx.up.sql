-- A prepaid line ends by rule when its plan has run out and it is neither recharged nor used; its owner is told ahead.
ALTER TABLE plan_subscriptions DROP CONSTRAINT plan_subscriptions_step_check;
ALTER TABLE plan_subscriptions ADD CONSTRAINT plan_subscriptions_step_check
    CHECK (step IN ('renew', 'remind', 'expire', 'switch', 'inactive', 'release', 'none'));

-- Such a line is counted anew with each recharge, also where its owner does not want the plan back.
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

ALTER TABLE line_endings DROP CONSTRAINT line_endings_cause_check;
ALTER TABLE line_endings ADD CONSTRAINT line_endings_cause_check CHECK (cause IN ('deactivated', 'ported-out', 'inactive'));

-- Plans that have run out already: their days begin today. Their workflows are called to take it up.
WITH counted AS (
    UPDATE plan_subscriptions SET seq = seq + 1, step = 'inactive', due_at = now() + interval '90 days', state = state || jsonb_build_object(
        'inactive', jsonb_build_object('since', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'told', 0),
        'step', 'inactive', 'dueAt', to_char((now() + interval '90 days') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'seq', seq + 1)
    WHERE stage = 'expired' AND step = 'none' AND state ->> 'type' = 'prepaid'
    RETURNING line_id
)
INSERT INTO subscription_calls (line_id) SELECT line_id FROM counted
ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
