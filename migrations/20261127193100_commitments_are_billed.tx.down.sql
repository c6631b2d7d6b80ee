ALTER TABLE plans DROP CONSTRAINT plans_commitment_billed;
