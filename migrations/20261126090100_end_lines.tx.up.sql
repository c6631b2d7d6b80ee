-- A number whose line has ended rests for some time: calls for its former owner are not to reach the next one. It is free again when
-- that is over, with no worker running.
ALTER TABLE numbers DROP CONSTRAINT numbers_state;
ALTER TABLE numbers ADD CONSTRAINT numbers_state CHECK (
    (status = 'free' AND order_id IS NULL AND held_until IS NULL)
    OR (status IN ('held', 'quarantine') AND order_id IS NOT NULL AND held_until IS NOT NULL)
    OR (status = 'sold' AND order_id IS NOT NULL AND held_until IS NULL)
);

-- The final sums of a line, once for each line, also after a repeat.
CREATE TABLE line_endings (
    line_id   uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    id        uuid NOT NULL UNIQUE, -- of what ended it
    cause     text NOT NULL CHECK (cause IN ('deactivated', 'ported-out')),
    asked_by  text NOT NULL,
    reason    text NOT NULL DEFAULT '',
    fate      text NOT NULL CHECK (fate IN ('quarantine', 'returned', 'left')),
    operator  text NOT NULL DEFAULT '',
    statement jsonb NOT NULL, -- without personal data
    ended_at  timestamptz NOT NULL,
    CHECK ((fate = 'quarantine') = (operator = ''))
);

-- The way there that an owner asked for.
CREATE TABLE line_deactivations (
    id         uuid PRIMARY KEY,
    line_id    uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    user_id    uuid NOT NULL, -- who asked; the row outlives the account
    stage      text NOT NULL CHECK (stage IN ('waiting', 'ending', 'held', 'undone', 'ended')),
    undo_until timestamptz NOT NULL,
    seq        bigint NOT NULL,
    state      jsonb NOT NULL, -- without personal data
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
-- A line has one open deactivation at a time.
CREATE UNIQUE INDEX line_deactivations_open ON line_deactivations (line_id) WHERE stage IN ('waiting', 'ending', 'held');
CREATE INDEX line_deactivations_by_line ON line_deactivations (line_id, created_at DESC);
CREATE INDEX line_deactivations_held ON line_deactivations (updated_at DESC) WHERE stage = 'held';

-- A cycle that began after the owner had asked for the end is not to be paid for.
ALTER TABLE subscription_charges ADD COLUMN waived_at timestamptz;

-- An account ends with its main line; what it bought stays in the books. Its number and its e-mail are free for a new one.
ALTER TABLE users ADD COLUMN closed_at timestamptz;
ALTER TABLE users DROP CONSTRAINT users_check;
ALTER TABLE users ADD CONSTRAINT users_reached CHECK (email IS NOT NULL OR mobile IS NOT NULL OR closed_at IS NOT NULL);
