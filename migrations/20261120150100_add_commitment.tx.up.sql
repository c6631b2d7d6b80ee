-- A plan under commitment takes numbers of these classes free of charge.
ALTER TABLE plans
    ADD COLUMN free_categories text[] NOT NULL DEFAULT '{}',
    ADD COLUMN commitment_months int NOT NULL DEFAULT 0 CHECK (commitment_months >= 0);
