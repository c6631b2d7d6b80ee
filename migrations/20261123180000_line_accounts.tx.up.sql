-- The books of more than orders: what an operation is about may be a purchase or a line, too.
ALTER TABLE ledger_operations RENAME COLUMN order_id TO subject;
ALTER INDEX ledger_operations_by_order RENAME TO ledger_operations_by_subject;
-- Debts of a line whose balance did not cover an amount that was taken back, such as a reward after a refund.
ALTER TABLE ledger_operations ADD COLUMN overdraws boolean NOT NULL DEFAULT false;
CREATE INDEX ledger_lines_by_account ON ledger_lines (account);

-- Each line has an account of its own: what we owe a prepaid one, what a postpaid one owes us. Balances so far are opened in it.
WITH opened AS (
    INSERT INTO ledger_operations (key, subject, kind)
    SELECT 'opening:' || line_id, line_id, 'opening' FROM line_balances WHERE amount <> 0 ON CONFLICT (key) DO NOTHING RETURNING subject
)
INSERT INTO ledger_lines (operation, n, account, amount)
SELECT 'opening:' || b.line_id, side.n, CASE side.n WHEN 1 THEN 'line/' || b.line_id ELSE 'opening' END,
       CASE WHEN (l.subscription_type = 'postpaid') = (side.n = 1) THEN b.amount ELSE -b.amount END
FROM opened JOIN line_balances AS b ON b.line_id = opened.subject JOIN lines AS l ON l.id = b.line_id
CROSS JOIN (VALUES (1), (2)) AS side (n);

-- The balance of a line is the sum of its account, kept with each posting: it is read to decide, under the lock of its row.
CREATE FUNCTION keep_line_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_line  lines%ROWTYPE;
    change   bigint;
    now_left bigint;
BEGIN
    SELECT * INTO of_line FROM lines WHERE id::text = substr(NEW.account, 6);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no line has the account %', NEW.account USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_lines_of_a_line';
    END IF;
    change := CASE of_line.subscription_type WHEN 'postpaid' THEN NEW.amount ELSE -NEW.amount END;
    INSERT INTO line_balances AS b (line_id, amount) VALUES (of_line.id, change)
    ON CONFLICT (line_id) DO UPDATE SET amount = b.amount + EXCLUDED.amount, updated_at = now()
    RETURNING amount INTO now_left;
    IF of_line.subscription_type <> 'postpaid' AND change < 0 AND now_left < 0
       AND NOT (SELECT overdraws FROM ledger_operations WHERE key = NEW.operation) THEN
        RAISE EXCEPTION 'the balance does not cover it' USING ERRCODE = 'check_violation', CONSTRAINT = 'line_balances_covered';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_lines_keep_balance AFTER INSERT ON ledger_lines
    FOR EACH ROW WHEN (starts_with(NEW.account, 'line/')) EXECUTE FUNCTION keep_line_balance();

CREATE FUNCTION refuse_other_hands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the balance of a line follows from the ledger' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER line_balances_by_the_ledger BEFORE UPDATE OF amount ON line_balances
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_other_hands();
CREATE TRIGGER line_balances_begin_empty BEFORE INSERT ON line_balances
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.amount <> 0) EXECUTE FUNCTION refuse_other_hands();
