-- A request for a second person may be about any way in which support gives money.
ALTER TABLE refund_requests
    ADD COLUMN way text NOT NULL DEFAULT 'refund' CHECK (way IN ('refund', 'credit-note', 'bank-return', 'settlement')),
    ADD COLUMN subject_id uuid, -- order, bill, payment at a bank, or difference
    ADD COLUMN reference text NOT NULL DEFAULT '', -- by which people know the subject
    ADD COLUMN detail text NOT NULL DEFAULT ''; -- what was chosen, where there is a choice
UPDATE refund_requests AS r SET subject_id = o.id, reference = o.number FROM orders AS o WHERE o.id = r.order_id;
ALTER TABLE refund_requests
    ALTER COLUMN subject_id SET NOT NULL,
    ALTER COLUMN way DROP DEFAULT,
    ALTER COLUMN reference DROP DEFAULT,
    ALTER COLUMN order_id DROP NOT NULL,
    ADD CONSTRAINT refund_requests_order CHECK (CASE way WHEN 'refund' THEN order_id IS NOT DISTINCT FROM subject_id ELSE order_id IS NULL END);
-- A subject has one open request at a time, and an approved request is its last; a bill may have more than one credit note.
DROP INDEX refund_requests_one_alive;
CREATE UNIQUE INDEX refund_requests_one_alive ON refund_requests (subject_id, way)
    WHERE state = 'pending' OR state = 'approved' AND way <> 'credit-note';
CREATE INDEX refund_requests_of_order ON refund_requests (order_id) WHERE state = 'pending';

-- All amounts that support gave to customers. A person alone gives a customer no more in a day than the setting allows.
CREATE TABLE support_givings (
    key        text PRIMARY KEY, -- of the decision, which counts once
    way        text NOT NULL CHECK (way IN ('refund', 'credit-note', 'bank-return', 'settlement')),
    subject_id uuid NOT NULL,
    customer   text NOT NULL, -- subscriber, or the subject's reference where the customer is unknown
    amount     bigint NOT NULL CHECK (amount > 0), -- halalas
    given_by   uuid NOT NULL REFERENCES users (id),
    at         timestamptz NOT NULL,
    before     bigint NOT NULL CHECK (before >= 0), -- what the customer was given that day
    above      bigint NOT NULL CHECK (above >= 0), -- the setting
    request_id uuid UNIQUE REFERENCES refund_requests (id), -- approved by a second person
    CONSTRAINT support_givings_second_person CHECK (request_id IS NOT NULL OR before + amount <= above)
);
CREATE INDEX support_givings_of_customer ON support_givings (customer, at);
CREATE TRIGGER support_givings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON support_givings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
