ALTER TABLE lines DROP COLUMN ported_from;
ALTER TABLE plans DROP COLUMN takes_ported;
DROP TABLE port_claims;
DROP TABLE holidays;
DROP TABLE operators;
