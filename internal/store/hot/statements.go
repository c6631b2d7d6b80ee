package hot

import "selfcare/internal/contract"

// hurried makes a statement not wait for the disk. A crash of the database may lose the last ones of a claim or an answer of a request;
// then the request runs again under the same update id, and Temporal answers without repeating the effect.
const hurried = "(SELECT set_config('synchronous_commit', 'off', true) AS commit) AS hurried"

// BeginRequest claims an idempotency key. A claim counts as lost after ten seconds without a renewal, because its server has
// crashed. A claim that takes over a lost one repeats it, and keeps its beginning. A row expires $4 seconds after its
// beginning, unless a
// server works on it. It saves 53 %.
var BeginRequest = Statement{`
INSERT INTO idempotent_requests AS r (subject, key, hash)
SELECT $1, $2, $3 FROM ` + hurried + ` WHERE hurried.commit = 'off'
ON CONFLICT (subject, key) DO UPDATE SET hash = EXCLUDED.hash, status = NULL, body = NULL, claimed_at = now(),
    begun_at = CASE WHEN r.begun_at < now() - $4::float8 * interval '1 second' THEN now() ELSE r.begun_at END
WHERE (r.status IS NULL AND r.hash = EXCLUDED.hash AND r.claimed_at < now() - interval '10 seconds')
   OR ((r.status IS NOT NULL OR r.claimed_at < now() - interval '10 seconds') AND r.begun_at < now() - $4::float8 * interval '1 second')
RETURNING begun_at`}

// FinishRequest stores the first answer to a request. It saves 52 %.
var FinishRequest = Statement{`
UPDATE idempotent_requests SET status = $3, body = $4 FROM ` + hurried + `
WHERE hurried.commit = 'off' AND subject = $1 AND key = $2 AND status IS NULL`}

const (
	sessionColumns = `coalesce(o.device_id::text, ''), o.provider, coalesce(u.id::text, ''), coalesce(u.email, ''),
	u.email_confirmed_at IS NOT NULL, coalesce(u.mobile, ''), coalesce(u.password_hash, ''),
	coalesce(u.roles, '{}'), u.personal, f.confirmed_at IS NOT NULL, o.second_factor_at IS NOT NULL, o.begun_at, o.used_at`

	openSessions = ` FROM sessions AS o LEFT JOIN users AS u ON u.id = o.user_id LEFT JOIN second_factors AS f ON f.user_id = u.id`

	ofToken = ` WHERE o.token_hash = $1 AND o.idle_expires_at > $2 AND o.absolute_expires_at > $2 AND u.disabled_at IS NULL`

	// userLineColumns are the columns of a user's line l with its subscription s. The last one is the start of the line's visible
	// history: for its owner the start of the line, for another holder not before the line was added.
	userLineColumns = `coalesce(s.id::text, ''), coalesce(l.id::text, ''), coalesce(l.msisdn, ''), coalesce(l.kind, ''),
	coalesce(l.subscription_type, ''), coalesce(l.plan_id, ''), coalesce(s.is_main, false),
	EXISTS (SELECT FROM line_sims AS further WHERE further.line_id = l.id AND NOT further.is_primary AND further.state = 'active'),
	s.access_list IS NULL, coalesce(s.access_list, '{}'), s.personal,
	CASE WHEN s.is_main OR l.subscriber_id = (
	    SELECT own.subscriber_id FROM subscriptions AS main JOIN lines AS own ON own.id = main.line_id
	    WHERE main.user_id = s.user_id AND main.is_main AND main.ended_at IS NULL)
	THEN l.activated_at ELSE greatest(l.activated_at, s.created_at) END`

	// inOrder sorts the lines of a user, the main one first.
	inOrder = ` ORDER BY s.is_main DESC, s.created_at, s.id`
)

// Session finds a session by its token. It saves 65 %.
var Session = Statement{`SELECT ` + sessionColumns + openSessions + ofToken}

// SessionWithLines is Session with a row for each line in service of its user. It saves 79 %.
var SessionWithLines = Statement{`SELECT ` + sessionColumns + `, ` + userLineColumns + openSessions + `
LEFT JOIN (subscriptions AS s JOIN lines AS l ON l.id = s.line_id AND l.status <> 'ended') ON s.user_id = o.user_id AND s.ended_at IS NULL` +
	ofToken + inOrder}

// UserLines finds the lines in service of a user, the main one first. It saves 73 %.
var UserLines = Statement{`SELECT ` + userLineColumns + `
FROM subscriptions AS s JOIN lines AS l ON l.id = s.line_id
WHERE s.user_id = $1 AND s.ended_at IS NULL AND l.status <> 'ended'` + inOrder}

// OnTheWay tells whether an order brings a line l another SIM, and whether its number is ported out. A draft's claim on a line
// ends by itself and does not count.
const OnTheWay = `
       EXISTS (SELECT FROM line_changes AS c WHERE c.line_id = l.id AND c.order_number <> '' AND c.expires_at IS NULL) AS moving,
       EXISTS (SELECT FROM line_changes AS c WHERE c.line_id = l.id AND c.holder LIKE 'port-out/%') AS leaving`

// UserStandings finds the standing of each line in service of a user. It saves 72 %.
var UserStandings = Statement{`
SELECT l.id, l.status, l.suspended_since, coalesce(p.stage, ''), ` + OnTheWay + `
FROM subscriptions AS s JOIN lines AS l ON l.id = s.line_id LEFT JOIN plan_subscriptions AS p ON p.line_id = l.id
WHERE s.user_id = $1 AND s.ended_at IS NULL AND l.status <> 'ended'`}

// LineUsage has a row for each bucket in force of a line, each with the balance; a line without buckets has one row without a
// type. It saves 58 %.
var LineUsage = Statement{`
SELECT coalesce(b.amount, 0), b.valid_until, coalesce(a.position, 0), coalesce(a.type, ''), coalesce(a.unit, ''),
       a.total, coalesce(a.used, 0), a.valid_until, coalesce(a.valid_from, now()), a.purchase_id IS NOT NULL, coalesce(a.id::text, '')
FROM (SELECT $1::uuid AS id) AS l LEFT JOIN line_balances AS b ON b.line_id = l.id
LEFT JOIN line_allowances AS a ON a.line_id = l.id AND a.valid_from <= now() AND (a.valid_until IS NULL OR a.valid_until > now())`}

// LineConcerns reads the facts about a line that may need the holder's attention at $2. It saves 72 %.
var LineConcerns = Statement{`
SELECT l.status, l.suspended_since, coalesce(p.reference, ''), p.cut_over_at,
       d.id IS NOT NULL, CASE WHEN d.stage = 'waiting' THEN d.undo_until END, coalesce(due.owed, 0), due.since
FROM lines AS l
LEFT JOIN port_outs AS p ON p.line_id = l.id AND p.stage IN ('agreed', 'moving')
LEFT JOIN line_deactivations AS d ON d.line_id = l.id AND d.stage IN ('waiting', 'ending', 'held')
CROSS JOIN LATERAL (
    SELECT sum(left_over)::bigint AS owed, min(due_at) AS since
    FROM invoice_dues WHERE line_id = l.id AND left_over > 0 AND due_at <= $2) AS due
WHERE l.id = $1`}

const (
	// LineColumns are the columns of a line l with its owner o and its primary SIM p, as LineTables joins them.
	LineColumns = `
       l.id, l.msisdn, l.kind, l.subscription_type, l.plan_id, coalesce(p.iccid, ''), l.status, l.guarded_until, l.suspended_since, o.id_hash, o.personal`

	// LineTables joins the tables of LineColumns.
	LineTables = `lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
LEFT JOIN line_sims AS p ON p.line_id = l.id AND p.is_primary AND p.until IS NULL`

	// PlanColumns are the columns of a plan c.
	PlanColumns = `
       c.id, c.external_id, c.kind, c.name_en, c.name_ar, c.description_en, c.description_ar, c.price, c.subscription_type, c.category, c.featured,
       c.promoted, c.validity_days, c.cycle_months, c.renews, to_json(c.free_categories), c.commitment_months,
       c.takes_ported, c.recharge_bonus_percent, c.position, c.on_sale, c.items`
)

// Line finds a line in service by its id. It saves 64 %.
var Line = Statement{`SELECT ` + LineColumns + ` FROM ` + LineTables + ` WHERE l.id = $1 AND l.status <> 'ended'`}

// Plan finds a plan, on sale or not. It saves 37 %.
var Plan = Statement{`SELECT ` + PlanColumns + ` FROM plans AS c WHERE c.id = $1`}

// OpenOrder inserts an order with its events. It saves 42 %.
var OpenOrder = Statement{`
WITH opened AS (
    INSERT INTO orders (id, number, kind, stage, step, msisdn, iccid, failure_code, due_at, id_hash, state, personal, seq,
        session, subject, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    ON CONFLICT (id) DO NOTHING
    RETURNING id
), noted AS (
    INSERT INTO order_events (order_id, seq, n, key, at, params)
    SELECT opened.id, $13, e.n, e.key, e.at, coalesce(e.params, '{}')
    FROM opened CROSS JOIN jsonb_to_recordset($17::jsonb) AS e (n int, key text, at timestamptz, params jsonb)
)
SELECT id FROM opened`}

// SaveOrder writes the next state of an order with its events: one round trip, and never one without the other. It saves 48 %.
var SaveOrder = Statement{`
WITH saved AS (
    UPDATE orders SET stage = $2, step = $3, msisdn = $4, iccid = $5, failure_code = $6, due_at = $7,
        id_hash = $8, state = $9, personal = $10, seq = $11, mobile_hash = $13, email_hash = $14, awaited = $15, city = $16,
        late_at = $17, waits_for = $18, updated_at = now()
    WHERE id = $1 AND seq < $11
    RETURNING id
), noted AS (
    INSERT INTO order_events (order_id, seq, n, key, at, params)
    SELECT saved.id, $11, e.n, e.key, e.at, coalesce(e.params, '{}')
    FROM saved CROSS JOIN jsonb_to_recordset($12::jsonb) AS e (n int, key text, at timestamptz, params jsonb)
)
SELECT id FROM saved`}

// Order finds an order with its access rights. It saves 41 %.
var Order = Statement{`SELECT state, personal, session, subject FROM orders WHERE id = $1`}

// OrderSession finds the scope of a session of an order; empty without one. It saves 62 %.
var OrderSession = Statement{`
SELECT coalesce((SELECT 'order' FROM orders WHERE id = $1 AND session = $2),
    (SELECT scope FROM order_sessions WHERE order_id = $1 AND session = $2 AND expires_at > now()), '')`}

// OrderTimeline lists the events of an order and its parcel, oldest first. No event is older than its order; the clocks of two machines may
// differ. It saves 59 %.
var OrderTimeline = Statement{`
SELECT e.seq || '-' || e.n, e.key, e.at, e.params, e.seq, e.n
FROM orders AS o JOIN order_events AS e ON e.order_id = o.id AND e.at >= o.created_at - interval '1 day' WHERE o.id = $1
UNION ALL
SELECT 'scan-' || event_id, 'parcel.' || status, at, '{}', NULL, NULL FROM shipment_scans WHERE order_id = $1
ORDER BY at, seq NULLS LAST, n, 1`}

// Claimable selects numbers n that can be claimed: an expired hold or quarantine counts as free, so numbers become free without a
// worker.
const Claimable = `(n.status = 'free' OR (n.status IN ('held', 'quarantine') AND n.held_until <= now()))`

// ClaimNumber holds a number for an order; an order that holds the number wins again. It saves 36 %.
var ClaimNumber = Statement{`
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = $1 AND (` + Claimable + ` OR (n.status = 'held' AND n.order_id = $2))
RETURNING n.category, n.price`}

// SuggestNumber holds the first free number of a class from $4 on. The caller starts at a random number, so that concurrent
// orders
// seldom meet at the same rows. It saves 41 %.
var SuggestNumber = Statement{`
UPDATE numbers AS n SET status = 'held', order_id = $2, held_until = $3
WHERE n.msisdn = (
    SELECT msisdn FROM numbers WHERE category = $1 AND order_id IS NULL AND msisdn >= $4
    ORDER BY msisdn LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING n.msisdn, n.category, n.price`}

// SellNumber sells a number to an order. An expired hold still counts while no other order has the number. It saves 41 %.
var SellNumber = Statement{`
UPDATE numbers AS n SET status = 'sold', order_id = $2, held_until = NULL
WHERE n.msisdn = $1 AND (n.order_id = $2 OR ` + Claimable + `)`}

// posted inserts a posting, in a single statement, because the database demands that an operation balances when it commits.
const posted = `operation AS (
    INSERT INTO ledger_operations (key, subject, kind, overdraws) SELECT $1::text, nullif($2, '')::uuid, $3::text, $5::boolean WHERE $1 <> '' ON CONFLICT (key) DO NOTHING RETURNING key
), lines_of_it AS (
    INSERT INTO ledger_lines (operation, n, account, amount)
    SELECT operation.key, l.n, l.line ->> 'account', (l.line ->> 'amount')::bigint
    FROM operation CROSS JOIN jsonb_array_elements($4::jsonb) WITH ORDINALITY AS l (line, n) RETURNING n
)`

// Post inserts a posting. It saves 23 %.
var Post = Statement{`WITH ` + posted + ` SELECT FROM lines_of_it`}

// OpenPurchase inserts a purchase, and records that its workflow must start. If there is a posting, both are written or
// neither. It saves 48 %.
var OpenPurchase = Statement{`WITH ` + posted + `, opened AS (
    INSERT INTO purchases (id, number, kind, stage, failure_code, user_id, payer_line, line_id, total, seq, state, created_at)
    SELECT $6::uuid, $7, $8, $9, $10, $11::uuid, $12::uuid, $13::uuid, $14::bigint, $15::bigint, $16::jsonb, $17::timestamptz
    WHERE $1 = '' OR EXISTS (SELECT FROM operation) ON CONFLICT (id) DO NOTHING RETURNING id
), owed AS (
    INSERT INTO purchase_starts (purchase_id) SELECT id FROM opened WHERE $18
)
SELECT FROM opened`}

// SavePurchase writes the next state of a purchase. It saves 32 %.
var SavePurchase = Statement{`
UPDATE purchases SET stage = $2, failure_code = $3, seq = $4, state = $5, updated_at = now() WHERE id = $1 AND seq = $4 - 1`}

// Purchase finds a purchase. It saves 51 %.
var Purchase = Statement{`SELECT state::text FROM purchases WHERE id = $1`}

// extraColumns are the extras of a line $1 from a time on, with its commitment m.
const extraColumns = `m.months, m.waived, m.since, coalesce((
           SELECT jsonb_agg(jsonb_build_object('ID', f.id, 'Fee', f.monthly_fee) ORDER BY f.since, f.id) FROM line_sims AS f
           WHERE f.line_id = $1 AND NOT f.is_primary AND f.monthly_fee > 0 AND f.state <> 'pending' AND (f.fee_until IS NULL OR f.fee_until > `

// PlanLook finds a line in service beside a plan $2, with the line's extras from $3 on. It saves 87 %.
var PlanLook = Statement{`
SELECT coalesce(s.state::text, '{}'), coalesce(w.holder, ''), coalesce(w.order_number, ''), w.until, coalesce(b.amount, 0),
       coalesce(k.amount, 0), coalesce(n.price, 0), coalesce(c.price, 0), coalesce(c.cycle_months, 0), coalesce(c.validity_days, 0), coalesce(c.subscription_type, ''), coalesce(c.kind, ''),
       coalesce(c.on_sale, false), coalesce(c.renews, false), coalesce(c.commitment_months > 0, false),
       coalesce(c.name_en, ''), coalesce(c.name_ar, ''),
       ` + extraColumns + `$3)), '[]'), ` + LineColumns + `
FROM ` + LineTables + ` LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
LEFT JOIN line_changes AS w ON w.line_id = l.id AND (w.expires_at IS NULL OR w.expires_at > now())
LEFT JOIN line_balances AS b ON b.line_id = l.id
LEFT JOIN line_limits AS k ON k.line_id = l.id AND k.kind = 'credit'
LEFT JOIN plans AS n ON n.id = l.plan_id
LEFT JOIN plans AS c ON c.id = $2
LEFT JOIN line_commitments AS m ON m.line_id = l.id
WHERE l.id = $1 AND l.status <> 'ended'`}

// PlanView finds the plan of a line as its user $2 sees it. It saves 73 %.
var PlanView = Statement{`
SELECT s.state::text, n.name_en, n.name_ar, coalesce(b.amount, 0), coalesce(w.state::text, ''), coalesce(t.name_en, ''), coalesce(t.name_ar, ''),
       coalesce(f.name_en, ''), coalesce(f.name_ar, ''), ` + extraColumns + `s.cycle_until)), '[]'), ` + PlanColumns + `
FROM plan_subscriptions AS s JOIN plans AS n ON n.id = s.plan_id JOIN plans AS c ON c.id = coalesce(s.next_plan, s.plan_id)
LEFT JOIN line_balances AS b ON b.line_id = s.line_id
LEFT JOIN line_commitments AS m ON m.line_id = s.line_id
LEFT JOIN LATERAL (
    SELECT state FROM purchases WHERE user_id = $2 AND line_id = $1 AND kind = '` + string(contract.PurchaseSwitch) + `' ORDER BY created_at DESC LIMIT 1
) AS w ON true
LEFT JOIN plans AS t ON t.id = w.state -> 'switch' ->> 'planId'
LEFT JOIN plans AS f ON f.id = w.state -> 'switch' ->> 'fromPlanId'
WHERE s.line_id = $1`}

// notQueued leaves out a message m that was queued before, in any month that is kept; the key holds back one that is queued at the same time.
// The rows are inserted in the order n, so that seq keeps it.
const notQueued = `
    WHERE NOT EXISTS (SELECT FROM outbox AS known WHERE known.key = m.key AND known.month <= now())
    ORDER BY m.n ON CONFLICT (key, month) DO NOTHING`

const (
	// savedSubscription writes the next state of a subscription, and the plan of its line.
	savedSubscription = `
WITH saved AS (
    UPDATE plan_subscriptions SET behind_since = CASE WHEN $14 THEN coalesce(behind_since, now()) END, plan_id = $2, stage = $3, auto_renew = $4, cycle = $5, cycle_from = $6, cycle_until = $7,
           step = $8, due_at = $9, next_plan = $10, seq = $11, state = $12, updated_at = now(), aside_until = NULL, switching_until = NULL
    WHERE line_id = $1 AND seq = $11 - 1 RETURNING line_id
), moved AS (
    UPDATE lines SET plan_id = $2, suspended_since = $13 FROM saved
    WHERE lines.id = saved.line_id AND (lines.plan_id <> $2 OR lines.suspended_since IS DISTINCT FROM $13)
)`

	// toldOfIt queues the messages about the saved state.
	toldOfIt = `, told AS (
    INSERT INTO outbox (key, subject_id, template, notice)
    SELECT m.key, m.subject_id, m.template, m.notice
    FROM saved, unnest($15::text[], $16::text[], $17::text[], $18::bytea[]) WITH ORDINALITY AS m (key, subject_id, template, notice, n)` + notQueued + `
)`
)

// SaveSubscription writes the next state of a subscription. It saves 52 %.
var SaveSubscription = Statement{savedSubscription + ` SELECT FROM saved`}

// SaveSubscriptionTold is SaveSubscription with messages. It saves 53 %.
var SaveSubscriptionTold = Statement{savedSubscription + toldOfIt + ` SELECT FROM saved`}

// LockedSubscription finds the plan of a line, and locks it. It saves 42 %.
var LockedSubscription = Statement{`SELECT state::text FROM plan_subscriptions WHERE line_id = $1 FOR UPDATE`}

// QueueMessages inserts a row for each message; a repetition is dropped. It saves 44 %.
var QueueMessages = Statement{`
INSERT INTO outbox (key, subject_id, template, notice)
SELECT m.key, m.subject_id, m.template, m.notice FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS m (key, subject_id, template, notice, n)` + notQueued}

// NoteSent records that messages were sent, once. A crash of the database may lose the last notes; then those messages are sent again, as
// after the death of a worker between the sending and its note. It saves 65 %.
var NoteSent = Statement{`
UPDATE outbox AS o SET state = 'sent', sent_at = now(), failure = NULL FROM ` + hurried + `
WHERE hurried.commit = 'off' AND o.key = ANY($1::text[]) AND o.month <= now() AND o.state <> 'sent'`}

// ClaimMessages claims $1 of the $2 longest due messages of each of the shards $5. A message is blocked while an earlier one of its
// subject is queued and not claimed with it: another sender has that one, or it waits for its next try. Blocked messages are
// postponed, so that they do not delay the others. A claim that a crash of the database loses is made again, as one of a dead worker.
// The index outbox_due_by_shard has the condition about faults, too, so that only this statement reads it. It saves 71 %.
var ClaimMessages = Statement{`
WITH candidate AS (
	SELECT due.* FROM unnest($5::int[]) AS s (shard), LATERAL (
		SELECT key, month, subject_id, seq, due_at FROM outbox WHERE state = 'queued' AND faults >= 0 AND due_at <= now() AND (hashtext(subject_id) & 7) = s.shard
		ORDER BY due_at, seq LIMIT $2 FOR UPDATE SKIP LOCKED) AS due),
looked AS (
	SELECT c.*, EXISTS (
		SELECT FROM outbox AS earlier
		WHERE earlier.subject_id = c.subject_id AND earlier.state = 'queued' AND earlier.seq < c.seq
			AND earlier.key NOT IN (SELECT key FROM candidate)) AS blocked
	FROM candidate AS c),
turn AS (
	SELECT key, month, due_at, blocked, row_number() OVER (PARTITION BY blocked ORDER BY subject_due, subject_id, seq) AS place
	FROM (SELECT *, first_value(due_at) OVER (PARTITION BY subject_id ORDER BY seq) AS subject_due FROM looked) AS l),
claimed AS (
	UPDATE outbox AS o SET
		attempts = o.attempts + CASE WHEN t.blocked THEN 0 ELSE 1 END,
		due_at = now() + CASE WHEN t.blocked THEN $4::float8 ELSE $3 END * interval '1 second'
	FROM turn AS t, ` + hurried + ` WHERE hurried.commit = 'off' AND o.key = t.key AND o.month = t.month AND (t.blocked OR t.place <= $1)
	RETURNING o.seq, o.key, o.notice, o.attempts, o.faults, o.queued_at, o.settled_keys, extract(epoch FROM now() - t.due_at)::float8 AS due_for, t.blocked)
SELECT key, notice, attempts, faults, queued_at, settled_keys, due_for FROM claimed WHERE NOT blocked ORDER BY seq`}
