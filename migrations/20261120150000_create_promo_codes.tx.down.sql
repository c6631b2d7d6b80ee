DROP TABLE promo_uses;
DROP TABLE promo_codes;
