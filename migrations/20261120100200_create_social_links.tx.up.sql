-- Accounts of other providers that sign a user in. Of the provider's own id only a keyed hash is kept.
CREATE TABLE social_links (
    provider   text NOT NULL,
    subject    bytea NOT NULL,
    user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, subject)
);
CREATE INDEX social_links_by_user ON social_links (user_id);
