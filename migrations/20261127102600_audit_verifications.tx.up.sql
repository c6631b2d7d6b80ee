-- The results of the nightly verification of the audit log: metrics show the newest row. The proof is the chain, not this table.
CREATE TABLE audit_verifications (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL,
    seals   bigint NOT NULL CHECK (seals >= 0),
    entries bigint NOT NULL CHECK (entries >= 0),
    faults  bigint NOT NULL CHECK (faults >= 0)
);
