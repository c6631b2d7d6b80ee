-- A whole set of held work is tried again after an outage.
CREATE TABLE bulk_resolutions (
    id         uuid PRIMARY KEY,
    state      text NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'completed')),
    bulk       jsonb NOT NULL,
    started_by uuid NOT NULL REFERENCES users (id),
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    seq        bigint NOT NULL,
    CHECK ((ended_at IS NOT NULL) = (state IN ('stopped', 'completed')))
);
CREATE INDEX bulk_resolutions_newest ON bulk_resolutions (started_at DESC);

CREATE TABLE bulk_items (
    bulk_id      uuid NOT NULL REFERENCES bulk_resolutions (id),
    position     int NOT NULL CHECK (position > 0),
    kind         text NOT NULL,
    case_id      text NOT NULL,
    reference    text NOT NULL,
    variety      text NOT NULL,
    code         text NOT NULL,
    held_since   timestamptz NOT NULL,
    acting       boolean NOT NULL DEFAULT false, -- its turn has come
    outcome      text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'resumed', 'resolved-already', 'refused')),
    failure_code text NOT NULL DEFAULT '',
    done_at      timestamptz,
    PRIMARY KEY (bulk_id, position),
    UNIQUE (bulk_id, kind, case_id),
    CHECK ((done_at IS NULL) = (outcome = 'waiting'))
);
-- A held case is resumed by at most one bulk, even if the application is wrong.
CREATE UNIQUE INDEX bulk_items_act_once ON bulk_items (kind, case_id, held_since) WHERE acting;

-- Which decision a bulk took is told by the note that it left.
CREATE INDEX audit_log_of_bulks ON audit_log (note) WHERE note LIKE '%(bulk/%';
