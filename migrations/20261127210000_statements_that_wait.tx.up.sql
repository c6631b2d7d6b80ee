-- Approvals list the statements that wait for a second person.
CREATE INDEX payment_statements_waiting ON payment_statements (stated_at) WHERE state = 'pending';
