-- The amounts that lines may spend beyond their plans. A row for each limit; a postpaid line whose customer has chosen no credit limit has
-- a row without an amount once its customer was told about the one that every line has.
CREATE TABLE line_limits (
    line_id      uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    kind         text NOT NULL CHECK (kind IN ('credit', 'extra', 'roaming')),
    amount       bigint CHECK (amount BETWEEN 100 AND 10000000 AND amount % 100 = 0), -- halalas, whole riyals
    told         smallint NOT NULL DEFAULT 0 CHECK (told BETWEEN 0 AND 100), -- per cent its customer heard of
    lifted_cycle int CHECK (lifted_cycle > 0), -- in which a cap that was reached stops nothing
    user_id      uuid REFERENCES users (id) ON DELETE SET NULL, -- who set it, and pays
    changed_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (line_id, kind),
    CONSTRAINT line_limits_caps_have_an_amount CHECK (kind = 'credit' OR amount IS NOT NULL),
    CONSTRAINT line_limits_only_caps_are_lifted CHECK (kind <> 'credit' OR lifted_cycle IS NULL)
);

-- Each change of a credit limit, with the bounds that it was made within and what was used then. The request is its key: it counts once.
CREATE TABLE credit_limit_changes (
    id         uuid PRIMARY KEY,
    line_id    uuid NOT NULL REFERENCES lines (id),
    user_id    uuid NOT NULL,
    before     bigint NOT NULL CHECK (before > 0),
    amount     bigint NOT NULL,
    used       bigint NOT NULL, -- owed, and not billed yet
    lowest     bigint NOT NULL CHECK (lowest > 0),
    highest    bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT credit_limit_changes_within_bounds CHECK (amount BETWEEN lowest AND highest),
    CONSTRAINT credit_limit_changes_change CHECK (amount <> before),
    CONSTRAINT credit_limit_changes_above_used CHECK (amount >= used OR amount > before)
);
CREATE INDEX credit_limit_changes_of_line ON credit_limit_changes (line_id, changed_at DESC);
CREATE TRIGGER credit_limit_changes_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_limit_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A line that is not billed owes nothing, and a credit limit is what its latest change says.
CREATE FUNCTION check_credit_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM lines WHERE id = NEW.line_id AND subscription_type = 'postpaid') THEN
        RAISE EXCEPTION 'only postpaid lines have a credit limit' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'line_limits_postpaid';
    END IF;
    IF NEW.amount IS NOT NULL AND NEW.amount IS DISTINCT FROM (
        SELECT amount FROM credit_limit_changes WHERE line_id = NEW.line_id ORDER BY changed_at DESC, id LIMIT 1
    ) THEN
        RAISE EXCEPTION 'a credit limit follows from its changes' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'line_limits_changed';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER line_limits_of_credit BEFORE INSERT OR UPDATE OF amount ON line_limits
    FOR EACH ROW WHEN (NEW.kind = 'credit') EXECUTE FUNCTION check_credit_limit();

-- The usage of a line beyond its plan in a cycle.
CREATE INDEX usage_events_charged ON usage_events (line_id, used_at) WHERE charged > 0;
