-- Number settings of a line, as the network has taken them. Without a row the network's own defaults hold.
CREATE TABLE line_settings (
    line_id    uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    kind       text NOT NULL,
    item       text NOT NULL, -- of a number that is blocked its keyed hash
    value      text NOT NULL,
    number     bytea, -- country code and number, encrypted
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (line_id, kind, item),
    CONSTRAINT line_settings_known CHECK (
        kind = 'language' AND item = '' AND value IN ('en', 'ar', 'ur', 'hi', 'bn', 'id', 'ml')
        OR kind = 'service' AND item IN ('gprs', 'roaming', 'missed_call', 'voicemail') AND value IN ('on', 'off')
        OR kind = 'number' AND item ~ '^[0-9a-f]{64}$' AND value = 'on'
        OR kind = 'country' AND item ~ '^[A-Z]{2}$' AND value = 'on'
        OR kind = 'promotions' AND item = '' AND value ~ '^(allow|block(:[a-z]+(,[a-z]+)*)?)$'
    ),
    CONSTRAINT line_settings_numbers_are_sealed CHECK ((kind = 'number') = (number IS NOT NULL))
);

-- Each change that a customer asked for. The request is its key: it counts once, and a line has one under way at a time.
CREATE TABLE line_setting_changes (
    id           uuid PRIMARY KEY,
    line_id      uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    user_id      uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('language', 'service', 'number', 'country', 'promotions')),
    item         text NOT NULL,
    value        text NOT NULL CHECK (value <> ''),
    number       bytea,
    stage        text NOT NULL CHECK (stage IN ('pending', 'done', 'refused')),
    refused      text NOT NULL DEFAULT '',
    requested_at timestamptz NOT NULL,
    ended_at     timestamptz,
    CONSTRAINT line_setting_changes_end CHECK ((stage = 'pending') = (ended_at IS NULL)),
    CONSTRAINT line_setting_changes_say_why CHECK ((stage = 'refused') = (refused <> '')),
    CONSTRAINT line_setting_changes_numbers_are_sealed CHECK ((kind = 'number') = (number IS NOT NULL))
);
CREATE UNIQUE INDEX line_setting_changes_one_at_a_time ON line_setting_changes (line_id) WHERE stage = 'pending';
CREATE INDEX line_setting_changes_of_line ON line_setting_changes (line_id, requested_at DESC, id);
