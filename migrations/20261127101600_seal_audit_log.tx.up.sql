-- The audit log is sealed in segments, a seal over its entries and the seal before it. An attacker who changes an entry has to write all
-- later seals anew, and any of their hashes that is kept elsewhere shows it.
CREATE TABLE audit_seals (
    number    bigint PRIMARY KEY CHECK (number > 0),
    previous  bytea NOT NULL UNIQUE CHECK (octet_length(previous) = 32), -- hash of the seal before it, zeros for the first
    hash      bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    ids       bigint[] NOT NULL CHECK (cardinality(ids) > 0), -- of the entries, ascending
    digests   bytea NOT NULL CHECK (octet_length(digests) = 32 * cardinality(ids)), -- of each of them, in that order
    first_id  bigint NOT NULL GENERATED ALWAYS AS (ids[1]) STORED,
    last_id   bigint NOT NULL GENERATED ALWAYS AS (ids[cardinality(ids)]) STORED,
    entries   int NOT NULL GENERATED ALWAYS AS (cardinality(ids)) STORED,
    upto      bigint NOT NULL, -- the greatest id of this seal and all before it
    settled   bigint NOT NULL, -- all entries up to this id are in seals: no other can come any more
    before_tx xid8 NOT NULL,   -- who may still commit an id below upto is a transaction before this one
    sealed_at timestamptz NOT NULL
);
CREATE INDEX audit_seals_by_upto ON audit_seals (upto); -- the last few: what late entries are looked for in
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A transaction has its number before its entry has an id, so that the number tells who may still commit a smaller id.
CREATE FUNCTION number_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_current_xact_id();
    RETURN NULL;
END $$;
CREATE TRIGGER audit_log_numbered_first BEFORE INSERT ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION number_transaction();
