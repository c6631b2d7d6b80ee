-- The cases of support as they were last read. The view reads all work that waits, so a long list is read for all members of staff at once.
CREATE TABLE case_list (
    kind      text NOT NULL,
    case_id   text NOT NULL,
    reference text NOT NULL,
    variety   text NOT NULL,
    stage     text NOT NULL,
    held_from text NOT NULL,
    line_id   text NOT NULL, -- empty without a line
    msisdn    text NOT NULL,
    code      text NOT NULL,
    work      text NOT NULL,
    since     timestamptz NOT NULL,
    held      boolean NOT NULL,
    paid      boolean NOT NULL,
    late      boolean NOT NULL,
    PRIMARY KEY (kind, case_id)
);
CREATE INDEX case_list_by_age ON case_list (since, kind, case_id);
CREATE INDEX case_list_by_code ON case_list (code, since, kind, case_id);
CREATE INDEX case_list_by_line ON case_list (line_id, since, kind, case_id);

-- When the list was read last, and its length then.
CREATE TABLE case_readings (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    cases    int NOT NULL CHECK (cases >= 0),
    read_at  timestamptz NOT NULL
);
INSERT INTO case_readings (cases, read_at) VALUES (0, '-infinity');
