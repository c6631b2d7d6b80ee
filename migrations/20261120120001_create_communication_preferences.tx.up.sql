-- How a user wants to be written to. Without a row the defaults count.
CREATE TABLE communication_preferences (
    user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    language   text NOT NULL CHECK (language IN ('en', 'ar', 'ur', 'hi', 'bn', 'id', 'ml')),
    sms        boolean NOT NULL,
    email      boolean NOT NULL,
    promotions boolean NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
