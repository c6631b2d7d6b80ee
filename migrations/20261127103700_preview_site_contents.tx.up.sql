-- The member of staff who loaded a file; files loaded before have none.
ALTER TABLE site_contents ADD COLUMN loaded_by text NOT NULL DEFAULT '';

-- Files that the holder of a link sees before they are in force; they are gone when their time is over.
CREATE TABLE site_previews (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    source     text NOT NULL,
    file       text NOT NULL CHECK (file <> ''),
    made_by    text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX site_previews_expires_at ON site_previews (expires_at);

-- Whether an answer helped, counted once for each account or device; who they are cannot be read here.
CREATE TABLE faq_opinions (
    faq_id  bigint NOT NULL CHECK (faq_id > 0),
    said_by bytea NOT NULL CHECK (length(said_by) = 32),
    helpful boolean NOT NULL,
    said_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (faq_id, said_by)
);
