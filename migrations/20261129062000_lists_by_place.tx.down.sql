DROP INDEX einvoices_unfinished;
DROP INDEX line_sims_to_name_apart;
DROP INDEX vouchers_usable;
DROP INDEX audit_log_by_area_and_action;
DROP INDEX audit_log_by_area_and_actor;
DROP INDEX audit_log_by_actor_and_action;
CREATE INDEX audit_log_sign_ins ON audit_log (actor, id DESC) WHERE action = 'signed-in';

DROP INDEX purchases_by_stage_and_failure;
DROP INDEX purchases_by_age;
DROP INDEX orders_by_stage_and_failure;
DROP INDEX orders_by_failure;
DROP INDEX orders_by_stage;
DROP INDEX orders_by_age;
CREATE INDEX orders_by_failure ON orders (failure_code, created_at DESC) WHERE failure_code IS NOT NULL;
CREATE INDEX orders_by_stage ON orders (stage, created_at DESC);
CREATE INDEX orders_by_age ON orders (created_at DESC);
