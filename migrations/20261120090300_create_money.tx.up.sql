CREATE TABLE payments (
    id            text PRIMARY KEY,
    order_id      uuid NOT NULL,
    status        text NOT NULL,
    amount        bigint NOT NULL CHECK (amount > 0), -- halalas
    brand         text NOT NULL DEFAULT '',
    last4         text NOT NULL DEFAULT '' CHECK (last4 ~ '^([0-9]{4})?$'),
    challenge_url text NOT NULL DEFAULT '',
    decline_code  text NOT NULL DEFAULT '',
    double        boolean NOT NULL DEFAULT false,
    at            timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payments_by_order ON payments (order_id);

-- Double entry: an operation per business event; its lines add up to zero.
CREATE TABLE ledger_operations (
    key      text PRIMARY KEY,
    order_id uuid NOT NULL,
    kind     text NOT NULL,
    at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_operations_by_order ON ledger_operations (order_id);

CREATE TABLE ledger_lines (
    operation text NOT NULL REFERENCES ledger_operations (key),
    n         int NOT NULL,
    account   text NOT NULL,
    amount    bigint NOT NULL CHECK (amount <> 0), -- halalas
    PRIMARY KEY (operation, n)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'table % is append only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_operations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_operations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Looked at when the transaction commits, because the lines of an operation arrive one after the other.
CREATE FUNCTION demand_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    operation_key text := CASE TG_TABLE_NAME WHEN 'ledger_lines' THEN to_jsonb(NEW) ->> 'operation' ELSE to_jsonb(NEW) ->> 'key' END;
    lines int;
    total numeric;
BEGIN
    SELECT count(*), coalesce(sum(amount), 0) INTO lines, total FROM ledger_lines WHERE operation = operation_key;
    IF lines < 2 OR total <> 0 THEN
        RAISE EXCEPTION 'ledger operation % does not balance', operation_key USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_operations_balance AFTER INSERT ON ledger_operations
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION demand_balance();
CREATE CONSTRAINT TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION demand_balance();
