-- A commitment that is left early is billed with the end of the line, and a prepaid line has no bill: its plans have no commitment, and
-- so no numbers that are free for one.
UPDATE plans SET commitment_months = 0, free_categories = '{}' WHERE subscription_type <> 'postpaid' AND commitment_months > 0;
DELETE FROM line_commitments AS c USING lines AS l WHERE l.id = c.line_id AND l.subscription_type <> 'postpaid';
ALTER TABLE plans ADD CONSTRAINT plans_commitment_billed CHECK (commitment_months = 0 OR subscription_type = 'postpaid');
