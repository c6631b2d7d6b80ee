-- Tickets: complaints and the forms of resellers, with their messages. Their authors and texts are sealed.
CREATE TABLE service_requests (
    id           uuid PRIMARY KEY,
    reference    text NOT NULL UNIQUE,
    kind         text NOT NULL CHECK (kind IN ('complaint', 'reseller')),
    topic        text NOT NULL,
    stage        text NOT NULL CHECK (stage IN ('received', 'in-work', 'asked', 'answered', 'closed')),
    user_id      uuid REFERENCES users (id) ON DELETE SET NULL,
    line_id      uuid REFERENCES lines (id) ON DELETE SET NULL,
    mobile_hash  bytea NOT NULL, -- of the number that is told: with the reference it finds the request
    personal     bytea NOT NULL,
    due_at       timestamptz,
    overdue      boolean NOT NULL DEFAULT false,
    seq          bigint NOT NULL CHECK (seq > 0),
    state        jsonb NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT now(),
    CHECK (NOT overdue OR stage IN ('received', 'in-work'))
);
CREATE INDEX service_requests_of_user ON service_requests (user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX service_requests_of_contact ON service_requests (mobile_hash);
CREATE INDEX service_requests_waiting ON service_requests (due_at) WHERE stage IN ('received', 'in-work');

CREATE TABLE service_request_messages (
    request_id uuid NOT NULL REFERENCES service_requests (id) ON DELETE CASCADE,
    seq        bigint NOT NULL,
    author     text NOT NULL CHECK (author IN ('customer', 'support')),
    action     text NOT NULL,
    body       bytea NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (request_id, seq)
);

-- The cases of support: the work of every process, and the tickets that wait for an answer.
ALTER VIEW support_cases RENAME TO process_cases;
CREATE VIEW support_cases AS
SELECT * FROM process_cases
UNION ALL
SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, r.stage, r.line_id::text, coalesce(l.msisdn, ''),
       CASE WHEN r.overdue THEN 'service_request_overdue' ELSE 'service_request_waits' END, 'answer-request',
       r.updated_at, true, false, r.overdue
FROM service_requests AS r LEFT JOIN lines AS l ON l.id = r.line_id
WHERE r.stage IN ('received', 'in-work');
