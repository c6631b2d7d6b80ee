-- Auto-recharges of customers. A rule that has ended stays for the sake of its runs.
CREATE TABLE auto_recharges (
    id         uuid PRIMARY KEY,
    line_id    uuid NOT NULL REFERENCES lines (id),
    user_id    uuid NOT NULL REFERENCES users (id), -- whose card pays
    card_id    uuid REFERENCES cards (id) ON DELETE SET NULL,
    language   text NOT NULL,
    frequency  text NOT NULL CHECK (frequency IN ('weekly', 'monthly')),
    weekday    smallint CHECK (weekday BETWEEN 0 AND 6), -- from Sunday
    day        smallint CHECK (day BETWEEN 1 AND 31),
    hour       smallint NOT NULL CHECK (hour BETWEEN 0 AND 23), -- in Riyadh
    amount     bigint NOT NULL CHECK (amount > 0), -- halalas
    state      text NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
    reason     text NOT NULL DEFAULT '',
    since      timestamptz NOT NULL, -- nothing before it is due
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((weekday IS NOT NULL) = (frequency = 'weekly')),
    CHECK ((day IS NOT NULL) = (frequency = 'monthly')),
    CONSTRAINT auto_recharges_active_with_a_card CHECK (state <> 'active' OR card_id IS NOT NULL)
);
-- A line has one at a time: the present one is deleted before another one is set up.
CREATE UNIQUE INDEX auto_recharges_one_per_line ON auto_recharges (line_id) WHERE state <> 'ended';
CREATE INDEX auto_recharges_by_card ON auto_recharges (card_id) WHERE card_id IS NOT NULL;

-- A card pays nothing any more once it is removed, by any statement.
CREATE FUNCTION pause_without_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.state := 'paused';
    NEW.reason := 'auto_recharge_card_gone';
    RETURN NEW;
END $$;
CREATE TRIGGER auto_recharges_pause_without_a_card BEFORE UPDATE OF card_id ON auto_recharges
    FOR EACH ROW WHEN (NEW.card_id IS NULL AND NEW.state = 'active') EXECUTE FUNCTION pause_without_card();

-- The dates of them: each is charged once, also after a repeat.
CREATE TABLE auto_recharge_runs (
    line_id     uuid NOT NULL REFERENCES lines (id),
    date        date NOT NULL, -- in Riyadh
    rule_id     uuid NOT NULL REFERENCES auto_recharges (id),
    due         timestamptz NOT NULL,
    stage       text NOT NULL CHECK (stage IN ('trying', 'waiting', 'recharged', 'failed', 'missed', 'stopped')),
    try         smallint NOT NULL CHECK (try >= 0),
    next_try    timestamptz,
    code        text NOT NULL DEFAULT '',
    purchase_id uuid, -- of the last try
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (line_id, date),
    CHECK ((next_try IS NOT NULL) = (stage = 'waiting'))
);

-- Schedules that are to be made, changed or taken away. Written with every change of a row, and dropped once that is done.
CREATE TABLE auto_recharge_calls (
    line_id uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    seq     bigint GENERATED ALWAYS AS IDENTITY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX auto_recharge_calls_by_seq ON auto_recharge_calls (seq);

CREATE FUNCTION call_auto_recharge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO auto_recharge_calls (line_id) VALUES (NEW.line_id)
    ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    RETURN NULL;
END $$;
CREATE TRIGGER auto_recharges_are_followed AFTER INSERT OR UPDATE ON auto_recharges
    FOR EACH ROW EXECUTE FUNCTION call_auto_recharge();
