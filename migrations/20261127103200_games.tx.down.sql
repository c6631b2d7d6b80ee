DROP INDEX purchases_of_games;
DROP TABLE games;
DROP TABLE game_brands;
