-- The code a customer invites friends with belongs to the line.
CREATE TABLE referral_codes (
    line_id uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    code    text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9]{8}$')
);

-- An order gives one reward, to both sides.
CREATE TABLE referral_rewards (
    order_id      uuid PRIMARY KEY,
    referrer_line uuid NOT NULL REFERENCES lines (id),
    new_line      uuid NOT NULL REFERENCES lines (id),
    amount        bigint NOT NULL CHECK (amount > 0), -- halalas, to each of them
    rewarded_at   timestamptz NOT NULL,
    CHECK (referrer_line <> new_line)
);
CREATE INDEX referral_rewards_by_referrer ON referral_rewards (referrer_line);
