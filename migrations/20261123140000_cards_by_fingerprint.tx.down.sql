ALTER TABLE cards RENAME COLUMN fingerprint_hash TO token_hash;
