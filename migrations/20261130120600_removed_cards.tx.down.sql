DROP TABLE removed_cards;
