-- Changes by two people: a figure, a promo code, the words of a message. A person proposes, another person approves, and from
-- effective_at on it counts, because every reader of the figure, the code or the words looks here too.
CREATE TABLE changes (
    id           uuid PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('setting', 'promo-code', 'message')),
    key          text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    value        jsonb NOT NULL, -- 'null': what we ship; of a promo code, that it ends
    before       jsonb NOT NULL, -- what counted until then, in the same way
    effective_at timestamptz NOT NULL,
    note         text NOT NULL,
    proposed_by  uuid NOT NULL REFERENCES users (id),
    proposed_at  timestamptz NOT NULL DEFAULT now(),
    state        text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'cancelled')),
    approved_by  uuid REFERENCES users (id),
    approved_at  timestamptz,
    cancelled_by uuid REFERENCES users (id),
    cancelled_at timestamptz,
    undo_of      uuid REFERENCES changes (id),
    -- The proposer never approves the change, even if the application is wrong.
    CONSTRAINT changes_second_person CHECK (approved_by <> proposed_by),
    CONSTRAINT changes_approval CHECK ((approved_by IS NULL) = (approved_at IS NULL) AND (state <> 'approved' OR approved_by IS NOT NULL)
                                       AND (state <> 'pending' OR approved_by IS NULL)),
    CONSTRAINT changes_cancellation CHECK ((cancelled_by IS NULL) = (cancelled_at IS NULL) AND (state = 'cancelled') = (cancelled_by IS NOT NULL)),
    -- An approval reaches no time that is over: what was charged or sent by then was charged and sent by other figures and words.
    CONSTRAINT changes_not_backwards CHECK (state <> 'approved' OR effective_at >= approved_at)
);
CREATE UNIQUE INDEX changes_one_pending ON changes (kind, key) WHERE state = 'pending';
CREATE INDEX changes_in_force ON changes (kind, key, effective_at DESC) WHERE state = 'approved';
CREATE INDEX changes_newest ON changes (proposed_at DESC);

-- The approved change is the proposed one. A change in force or over stays as it is; it can only be followed by another change.
CREATE FUNCTION keep_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.kind, NEW.key, NEW.value, NEW.note, NEW.proposed_by, NEW.proposed_at) IS DISTINCT FROM
       (OLD.id, OLD.kind, OLD.key, OLD.value, OLD.note, OLD.proposed_by, OLD.proposed_at)
       OR NEW.undo_of IS DISTINCT FROM OLD.undo_of
       OR OLD.state = 'cancelled'
       OR OLD.state = 'approved' AND (OLD.effective_at <= now() OR NEW.state <> 'cancelled' OR NEW.effective_at <> OLD.effective_at)
    THEN
        RAISE EXCEPTION 'a change that was decided stays as it is' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER changes_stay BEFORE UPDATE ON changes FOR EACH ROW EXECUTE FUNCTION keep_change();
CREATE TRIGGER changes_are_kept BEFORE DELETE OR TRUNCATE ON changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which counts where a list was imported, too: the later one.
ALTER TABLE promo_codes ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE FUNCTION promo_code_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.changed_at = OLD.changed_at THEN
        NEW.changed_at := now();
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER promo_codes_changed BEFORE UPDATE OF percent, amount, kinds, plans, starts_at, ends_at, max_uses, max_uses_per_id ON promo_codes
    FOR EACH ROW EXECUTE FUNCTION promo_code_changed();
