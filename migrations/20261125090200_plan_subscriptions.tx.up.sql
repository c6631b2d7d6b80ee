-- A plan lasts some months, counted from a day of the month, or else its days of validity.
ALTER TABLE plans ADD COLUMN cycle_months int NOT NULL DEFAULT 0 CHECK (cycle_months BETWEEN 0 AND 24);

-- The plan of a line. Its row is the truth; a workflow follows it, and wakes it when something is due.
CREATE TABLE plan_subscriptions (
    line_id     uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    plan_id     text NOT NULL REFERENCES plans (id),
    stage       text NOT NULL CHECK (stage IN ('active', 'grace', 'expired', 'ended')),
    auto_renew  boolean NOT NULL,
    cycle       int NOT NULL CHECK (cycle > 0),
    cycle_from  timestamptz NOT NULL,
    cycle_until timestamptz NOT NULL CHECK (cycle_until > cycle_from),
    step        text NOT NULL CHECK (step IN ('renew', 'remind', 'expire', 'switch', 'none')),
    due_at      timestamptz, -- of the step
    next_plan   text REFERENCES plans (id), -- scheduled for the end of the cycle
    seq         bigint NOT NULL,
    state       jsonb NOT NULL, -- without personal data
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    CHECK ((step = 'none') = (due_at IS NULL))
);
CREATE INDEX plan_subscriptions_due ON plan_subscriptions (due_at) WHERE step = 'renew';

-- The costs of a line's cycles: once for each cycle and item, also after a repeat. Postpaid ones are put onto an invoice.
CREATE TABLE subscription_charges (
    line_id     uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    cycle       int NOT NULL CHECK (cycle > 0),
    item        text NOT NULL,   -- plan, multi-sim:<id>, commitment
    plan_id     text NOT NULL REFERENCES plans (id),
    amount      bigint NOT NULL CHECK (amount >= 0), -- halalas: from the balance without VAT, else with it
    vat         bigint NOT NULL DEFAULT 0 CHECK (vat BETWEEN 0 AND amount),
    paid_by     text NOT NULL CHECK (paid_by IN ('order', 'balance', 'invoice')),
    cycle_from  timestamptz NOT NULL,
    cycle_until timestamptz NOT NULL,
    charged_at  timestamptz NOT NULL,
    PRIMARY KEY (line_id, cycle, item)
);

-- The commitment of an owner for a number that cost nothing.
CREATE TABLE line_commitments (
    line_id uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    months  int NOT NULL CHECK (months > 0),
    waived  bigint NOT NULL CHECK (waived >= 0), -- halalas, with VAT
    since   timestamptz NOT NULL
);

-- Workflows to call or start: a row is written with the news for the workflow, and dropped once the workflow has it.
CREATE TABLE subscription_calls (
    line_id uuid PRIMARY KEY REFERENCES plan_subscriptions (line_id) ON DELETE CASCADE,
    seq     bigint GENERATED ALWAYS AS IDENTITY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX subscription_calls_by_seq ON subscription_calls (seq);

CREATE FUNCTION call_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO subscription_calls (line_id) VALUES (NEW.line_id)
    ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    RETURN NULL;
END $$;
CREATE TRIGGER plan_subscriptions_are_followed AFTER INSERT ON plan_subscriptions
    FOR EACH ROW EXECUTE FUNCTION call_subscription();

-- Each posting that makes a balance grow brings back the plan that waits for it.
CREATE FUNCTION call_for_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM plan_subscriptions WHERE line_id = NEW.line_id AND stage IN ('grace', 'expired') AND auto_renew) THEN
        INSERT INTO subscription_calls (line_id) VALUES (NEW.line_id)
        ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER line_balances_bring_plans_back AFTER UPDATE OF amount ON line_balances
    FOR EACH ROW WHEN (NEW.amount > OLD.amount) EXECUTE FUNCTION call_for_balance();
CREATE TRIGGER first_balances_bring_plans_back AFTER INSERT ON line_balances
    FOR EACH ROW WHEN (NEW.amount > 0) EXECUTE FUNCTION call_for_balance();
