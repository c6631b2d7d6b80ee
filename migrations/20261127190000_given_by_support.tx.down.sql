DROP TABLE support_givings;
DELETE FROM refund_requests WHERE way <> 'refund';
DROP INDEX refund_requests_of_order;
DROP INDEX refund_requests_one_alive;
ALTER TABLE refund_requests DROP COLUMN way, DROP COLUMN subject_id, DROP COLUMN reference, DROP COLUMN detail, ALTER COLUMN order_id SET NOT NULL;
CREATE UNIQUE INDEX refund_requests_one_alive ON refund_requests (order_id) WHERE state IN ('pending', 'approved');
