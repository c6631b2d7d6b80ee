CREATE OR REPLACE FUNCTION keep_line_balance() RETURNS trigger LANGUAGE plpgsql AS $$
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
