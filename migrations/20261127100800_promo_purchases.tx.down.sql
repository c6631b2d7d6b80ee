DROP TABLE promo_purchase_uses;
