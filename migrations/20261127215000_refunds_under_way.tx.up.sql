-- The hourly sweep reads the orders whose money is on its way back, by id.
CREATE INDEX orders_refunding ON orders (id) WHERE stage = 'active' AND jsonb_typeof(state -> 'refund') = 'object' AND state -> 'refund' ->> 'doneAt' IS NULL;
