-- Numbers of other ranges that go back to the operator of their range, once the line that had brought them along has ended.
CREATE TABLE number_returns (
    line_id    uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    id         uuid NOT NULL UNIQUE, -- of what ended the line; the clearing house knows the return by it
    msisdn     text NOT NULL,
    operator   text NOT NULL CHECK (operator <> ''), -- of the range
    state      text NOT NULL CHECK (state IN ('owed', 'held', 'returned')),
    tries      int NOT NULL DEFAULT 0 CHECK (tries >= 0),
    next_at    timestamptz, -- when it is seen to next
    failure    text NOT NULL DEFAULT '',
    by_hand    boolean NOT NULL DEFAULT false, -- support says that it went back
    owed_at    timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((next_at IS NOT NULL) = (state = 'owed')),
    CHECK ((failure <> '') = (state = 'held'))
);
CREATE INDEX number_returns_owed ON number_returns (next_at) WHERE state = 'owed';
CREATE INDEX number_returns_held ON number_returns (updated_at) WHERE state = 'held';

-- Numbers that should have gone back before.
INSERT INTO number_returns (line_id, id, msisdn, operator, state, next_at, owed_at)
SELECT e.line_id, e.id, l.msisdn, e.operator, 'owed', now(), e.ended_at
FROM line_endings AS e JOIN lines AS l ON l.id = e.line_id WHERE e.fate = 'returned';

-- The cases of support: a return that was refused, or whose outcome is not known, is one more case.
ALTER VIEW support_cases RENAME TO process_and_request_cases;
CREATE VIEW support_cases AS
SELECT * FROM process_and_request_cases
UNION ALL
SELECT 'number-return', r.line_id::text, r.id::text, r.operator, r.state, r.state, r.line_id::text, r.msisdn, r.failure, 'return-number',
       CASE r.state WHEN 'held' THEN r.updated_at ELSE r.owed_at END, r.state = 'held', false,
       r.state = 'owed' OR r.updated_at < now() - interval '4 hours'
FROM number_returns AS r WHERE r.state = 'held' OR r.state = 'owed' AND r.owed_at < now() - interval '4 hours';
