DROP TABLE referral_rewards;
DROP TABLE referral_codes;
