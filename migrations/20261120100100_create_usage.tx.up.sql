-- An e-mail that waits for its code, encrypted.
ALTER TABLE users ADD COLUMN email_proposed bytea;

CREATE TABLE line_balances (
    line_id     uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    amount      bigint NOT NULL, -- halalas; prepaid: what is left, postpaid: what was used since the last bill
    valid_until timestamptz,
    updated_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE line_allowances (
    line_id     uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    type        text NOT NULL, -- local_min, data, social_media, sms, …
    unit        text NOT NULL CHECK (unit IN ('MB', 'minute', 'sms')),
    total       bigint CHECK (total >= 0), -- null is unlimited
    used        bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    valid_until timestamptz,
    position    int NOT NULL DEFAULT 0,
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (line_id, type)
);

CREATE TABLE dashboard_widgets (
    key        text PRIMARY KEY,
    permission text NOT NULL DEFAULT '', -- key needed in the access list
    title_en   text NOT NULL,
    title_ar   text NOT NULL,
    position   int NOT NULL
);
