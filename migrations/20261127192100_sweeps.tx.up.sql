-- Rows whose workflow is gone or late, and workflows without a row, as the sweep found them last.
CREATE TABLE sweep_findings (
    process  text NOT NULL,
    kind     text NOT NULL CONSTRAINT sweep_findings_kind CHECK (kind IN ('row-without-workflow', 'late', 'workflow-without-row')),
    workflow text NOT NULL, -- its id
    found_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (process, kind, workflow)
);
-- How far the sweep of a process has come: the last row, and the page of the list of its workflows. Empty begins anew.
CREATE TABLE sweeps (
    process  text PRIMARY KEY,
    row_key  text NOT NULL DEFAULT '',
    page     text NOT NULL DEFAULT '', -- Base64
    ended_at timestamptz NOT NULL DEFAULT now()
);

-- Indexes for the sweeps: rows that are under way, in the order of their keys, and rows that are due.
CREATE INDEX orders_under_way ON orders (id) WHERE stage NOT IN ('active', 'cancelled', 'abandoned');
CREATE INDEX purchases_open ON purchases (id) WHERE stage NOT IN ('completed', 'failed');
CREATE INDEX service_requests_open ON service_requests (id) WHERE stage <> 'closed';
CREATE INDEX bulk_resolutions_open ON bulk_resolutions (id) WHERE ended_at IS NULL;
CREATE INDEX refund_requests_pending ON refund_requests (id) WHERE state = 'pending';
CREATE INDEX plan_subscriptions_by_due ON plan_subscriptions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX auto_recharge_runs_waiting ON auto_recharge_runs (next_try) WHERE stage = 'waiting';
