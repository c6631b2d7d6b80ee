-- Lists of support go on after a place, with each filter: each has an index in the order of its list.
DROP INDEX orders_by_age;
DROP INDEX orders_by_stage;
DROP INDEX orders_by_failure;
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC);
CREATE INDEX orders_by_stage ON orders (stage, created_at DESC, id DESC);
CREATE INDEX orders_by_failure ON orders (failure_code, created_at DESC, id DESC) WHERE failure_code IS NOT NULL;
CREATE INDEX orders_by_stage_and_failure ON orders (stage, failure_code, created_at DESC, id DESC) WHERE failure_code IS NOT NULL;
CREATE INDEX purchases_by_age ON purchases (created_at DESC, id DESC);
CREATE INDEX purchases_by_stage_and_failure ON purchases (stage, failure_code, created_at DESC, id DESC) WHERE failure_code <> '';
DROP INDEX refund_requests_by_state;
DROP INDEX settlement_items_by_state;
DROP INDEX sadad_payments_by_state;
CREATE INDEX refund_requests_by_state ON refund_requests (state, requested_at, id);
CREATE INDEX settlement_items_by_state ON settlement_items (state, found_at DESC, id DESC);
CREATE INDEX sadad_payments_by_state ON sadad_payments (state, received_at DESC, id DESC);

-- A search of the audit log by two columns must not walk along one of them.
DROP INDEX audit_log_sign_ins;
CREATE INDEX audit_log_by_actor_and_action ON audit_log (actor, action, id DESC);
CREATE INDEX audit_log_by_area_and_actor ON audit_log ((area || ' ' || actor), id DESC);
CREATE INDEX audit_log_by_area_and_action ON audit_log (area, action, id DESC);

-- Small parts of long tables, which are counted or looked for.
CREATE INDEX vouchers_usable ON vouchers (expires_at) WHERE purchase_id IS NULL AND NOT blocked;
CREATE INDEX line_sims_to_name_apart ON line_sims (since, id) WHERE state = 'active' AND name IS NOT NULL AND name_hash IS NULL;
-- Cases of support are the few of them that are late, held or rejected.
CREATE INDEX einvoices_unfinished ON einvoices (due_at) WHERE status IN ('due', 'held', 'pending', 'rejected');

-- Values that go together: without these figures the planner takes a rare pair for a frequent one, and walks along one column.
CREATE STATISTICS orders_stage_and_failure (mcv) ON stage, failure_code FROM orders;
CREATE STATISTICS purchases_stage_and_failure (mcv) ON stage, failure_code FROM purchases;
CREATE STATISTICS audit_log_area_and_action (mcv) ON area, action FROM audit_log;
CREATE STATISTICS audit_log_actor_and_action (mcv) ON actor, action FROM audit_log;
