DROP TABLE audit_verifications;
