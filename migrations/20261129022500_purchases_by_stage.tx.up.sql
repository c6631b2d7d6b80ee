-- Support lists the purchases of a stage, or those that failed for a reason, the newest first.
CREATE INDEX purchases_by_stage ON purchases (stage, created_at DESC, id DESC);
CREATE INDEX purchases_by_failure ON purchases (failure_code, created_at DESC, id DESC) WHERE failure_code <> '';
