DROP TRIGGER referral_rewards_reversed_once ON referral_rewards;
ALTER TABLE referral_rewards DROP COLUMN reversed_at;
