-- The provider gives a card another token each time it is kept; that it is the same card is told by its fingerprint.
ALTER TABLE cards RENAME COLUMN token_hash TO fingerprint_hash;
