-- What became of looking the audit log through each night: the newest row is what metrics tell. It is no proof, that is the chain.
CREATE TABLE audit_verifications (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL,
    seals   bigint NOT NULL CHECK (seals >= 0),
    entries bigint NOT NULL CHECK (entries >= 0),
    faults  bigint NOT NULL CHECK (faults >= 0)
);
