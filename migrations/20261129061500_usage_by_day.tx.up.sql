INSERT INTO partitioned_tables (name, step, ahead, kept) VALUES ('usage_events', '1 day', '14 days', '732 days'), ('usage_ids', '1 month', '2 months', '100 days');

ALTER TABLE usage_events RENAME TO usage_events_before;
ALTER TABLE usage_details RENAME TO usage_details_before;

-- The usage that the network reported: one row for each event, in a table for each day of Riyadh. There are no foreign keys and no
-- triggers, because every row is written in bulk: what is used of a bucket is updated once for each batch, in its transaction.
CREATE TABLE usage_events (
    used_at  timestamptz NOT NULL,
    line_id  uuid NOT NULL,
    bucket   uuid, -- the bucket that covers the whole event
    amount   int NOT NULL CHECK (amount > 0),
    charged  int CHECK (charged > 0), -- halalas, as the network rated it; who pays: usage_charges
    kind     "char" CHECK (kind IN ('c', 'd', 's')), -- the customer's list: calls, data, sms; none for usage from before events were kept
    type     varchar(40) NOT NULL,
    event_id varchar(80) NOT NULL, -- the network's
    parts    jsonb, -- the amount of each bucket, where several or none cover the event, or one covers a part of it
    party    bytea, -- the number called or written to, sealed
    CONSTRAINT usage_events_bucket_or_parts CHECK (bucket IS NULL OR parts IS NULL)
) PARTITION BY RANGE (used_at);
CREATE INDEX usage_events_by_line ON usage_events (line_id, kind, used_at);
CREATE TABLE usage_events_rest PARTITION OF usage_events DEFAULT;

-- The ids of the events of a month, as the first half of their SHA-256: an event counts once, on any day. Events come
-- within 100 days, so a month is dropped 100 days after its end.
CREATE TABLE usage_ids (
    month timestamptz NOT NULL, -- its first moment
    id    uuid NOT NULL,
    PRIMARY KEY (id, month)
) PARTITION BY RANGE (month);
CREATE TABLE usage_ids_rest PARTITION OF usage_ids DEFAULT;

-- The charges of events beyond a plan, and how each is paid: by a posting, on an invoice, or not at all.
CREATE TABLE usage_charges (
    event_id    varchar(80) PRIMARY KEY,
    line_id     uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    type        varchar(40) NOT NULL,
    unit        text NOT NULL CHECK (unit IN ('MB', 'minute', 'sms')),
    amount      bigint NOT NULL CHECK (amount > 0),
    charged     bigint NOT NULL CHECK (charged > 0), -- halalas
    used_at     timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    taken_by    text REFERENCES ledger_operations (key), -- from a prepaid balance
    invoice_id  uuid REFERENCES invoices (id),
    written_off boolean NOT NULL DEFAULT false, -- the prepaid line had ended when it was reported
    CONSTRAINT usage_charges_paid_once CHECK (num_nonnulls(taken_by, invoice_id) + written_off::int <= 1)
);

-- Days and months for the rows there are.
SELECT make_partition('usage_events', day) FROM (
    SELECT DISTINCT date_trunc('day', used_at AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh' AS day
    FROM usage_events_before WHERE used_at >= now() - interval '732 days') AS days ORDER BY day;
SELECT make_partition('usage_ids', month) FROM (
    SELECT DISTINCT date_trunc('month', used_at AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh' AS month
    FROM usage_events_before WHERE used_at >= now() - interval '100 days') AS months ORDER BY month;

-- The parts of each event. Usage from before events were kept ('opening:') stays in what is used of its bucket, and in no list. The numbers of
-- other parties were not sealed: they begin with a zero byte, until selfcare keys rotate seals them.
INSERT INTO usage_events (used_at, line_id, bucket, amount, charged, kind, type, event_id, parts, party)
SELECT e.used_at, e.line_id, p.bucket, e.amount, nullif(e.charged, 0), (CASE e.unit WHEN 'minute' THEN 'c' WHEN 'MB' THEN 'd' ELSE 's' END)::"char",
       e.type, e.event_id, p.parts, '\x00'::bytea || convert_to(d.party, 'UTF8')
FROM usage_events_before AS e
LEFT JOIN (SELECT p.event_id, CASE WHEN sum(p.amount) = max(e.amount) AND count(*) = 1 THEN min(p.allowance_id::text)::uuid END AS bucket,
                  CASE WHEN sum(p.amount) < max(e.amount) OR count(*) > 1 THEN jsonb_object_agg(p.allowance_id, p.amount) END AS parts
           FROM usage_parts AS p JOIN usage_events_before AS e USING (event_id) GROUP BY p.event_id) AS p USING (event_id)
LEFT JOIN usage_details_before AS d ON d.line_id = e.line_id AND d.used_at = e.used_at AND d.event_id = e.event_id
WHERE e.event_id NOT LIKE 'opening:%' AND e.used_at >= now() - interval '732 days'
UNION ALL
SELECT used_at, line_id, NULL, least(amount, 2147483647), NULL, NULL, type, event_id, NULL, NULL FROM usage_events_before
WHERE event_id LIKE 'opening:%' AND used_at >= now() - interval '732 days';
INSERT INTO usage_ids (month, id)
SELECT date_trunc('month', used_at AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh',
       encode(substring(sha256(convert_to(event_id, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid
FROM usage_events_before WHERE used_at >= now() - interval '100 days';
INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at, received_at, taken_by, invoice_id, written_off)
SELECT event_id, line_id, type, unit, amount, charged, used_at, received_at, taken_by, invoice_id, written_off FROM usage_events_before WHERE charged > 0;

DROP TRIGGER line_allowances_by_usage ON line_allowances;
DROP TABLE usage_parts;
DROP TABLE usage_details_before;
DROP TABLE usage_events_before;
DROP FUNCTION keep_usage_months(timestamptz, timestamptz);
DROP FUNCTION check_usage_adds_up();
DROP FUNCTION keep_used();
DROP FUNCTION keep_used_less();

CREATE INDEX usage_charges_by_line ON usage_charges (line_id, used_at);
CREATE INDEX usage_charges_to_bill ON usage_charges (line_id, used_at) WHERE invoice_id IS NULL AND taken_by IS NULL AND NOT written_off;
CREATE INDEX usage_charges_taken ON usage_charges (taken_by) WHERE taken_by IS NOT NULL;

CREATE OR REPLACE FUNCTION unbilled(line uuid) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT coalesce((SELECT sum(amount) FROM subscription_charges
                     WHERE line_id = line AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL), 0)::bigint
         + coalesce((SELECT sum(charged) FROM usage_charges
                     WHERE line_id = line AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off), 0)::bigint
$$;

-- The charge of a prepaid line is taken from its balance, or the line has ended and the charge is written off. Looked at when the
-- transaction ends, because the posting comes after the charge.
CREATE OR REPLACE FUNCTION check_usage_is_paid() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM usage_charges AS e JOIN lines AS l ON l.id = e.line_id
               WHERE e.event_id = NEW.event_id
                 AND CASE l.subscription_type
                     WHEN 'prepaid' THEN e.taken_by IS NULL AND NOT (e.written_off AND l.status = 'ended')
                     ELSE e.taken_by IS NOT NULL OR e.written_off END) THEN
        RAISE EXCEPTION 'nothing pays for what was used, or the wrong thing' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_is_paid';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER usage_charges_are_paid AFTER INSERT OR UPDATE OF charged, taken_by, written_off ON usage_charges
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_is_paid();
CREATE TRIGGER usage_charges_stay_taken BEFORE UPDATE OF charged, line_id, taken_by, written_off ON usage_charges
    FOR EACH ROW WHEN (OLD.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_another_charge();
CREATE OR REPLACE FUNCTION check_usage_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF (SELECT coalesce(sum(e.charged) FILTER (WHERE e.line_id = NEW.subject), 0) FROM usage_charges AS e WHERE e.taken_by = NEW.key)
       IS DISTINCT FROM (SELECT sum(amount) FROM ledger_lines WHERE operation = NEW.key AND account = 'line/' || NEW.subject) THEN
        RAISE EXCEPTION 'posting % does not take what its events cost', NEW.key USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_posting_adds_up';
    END IF;
    RETURN NULL;
END $$;

SELECT keep_partitions(name) FROM partitioned_tables ORDER BY name;
