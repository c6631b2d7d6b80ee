ALTER TABLE referral_rewards ADD COLUMN reversed_at timestamptz;

-- A reward is taken back once, even if the application is wrong.
CREATE TRIGGER referral_rewards_reversed_once BEFORE UPDATE ON referral_rewards
    FOR EACH ROW WHEN (OLD.reversed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
