// Package refund stores payments to customers that need a second person, and all money that support gave.
package refund

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/approval"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Requests stores payments to customers that need a second person, and all money that support gave.
type Requests struct{ *tx.Conn }

// Payout is money that support gives to a customer.
type Payout struct {
	Key       string // of the decision; the idempotency key
	Way       contract.PayoutKind
	SubjectID string // order, bill, bank payment, or settlement difference
	Reference string // the subject's number for people
	Amount    contract.Halalas
	Note      string
	Detail    string // the chosen option, if any
	By        string
	At        time.Time
}

// Request is a payment that one person requests and another one decides about.
type Request struct {
	ID          string
	Way         contract.PayoutKind
	SubjectID   string
	Reference   string
	Detail      string
	Amount      contract.Halalas
	Note        string
	RequestedBy string
	Requester   string // e-mail, set by the store
	RequestedAt time.Time
	ExpiresAt   time.Time
	State       contract.RefundRequestState
	DecidedBy   string
	Decider     string // e-mail, set by the store
	DecidedAt   time.Time
}

const refundRequestColumns = `r.id, r.way, r.subject_id, r.reference, r.detail, r.amount, r.note, r.requested_by, coalesce(a.email, ''), r.requested_at,
	r.expires_at, r.state, coalesce(r.decided_by::text, ''), coalesce(d.email, ''), r.decided_at FROM refund_requests AS r
	JOIN users AS a ON a.id = r.requested_by LEFT JOIN users AS d ON d.id = r.decided_by `

func scanRefundRequest(row interface{ Scan(fields ...any) error }) (Request, error) {
	var r Request
	var decided sql.NullTime
	err := row.Scan(&r.ID, &r.Way, &r.SubjectID, &r.Reference, &r.Detail, &r.Amount, &r.Note, &r.RequestedBy, &r.Requester, &r.RequestedAt,
		&r.ExpiresAt, &r.State, &r.DecidedBy, &r.Decider, &decided)
	r.DecidedAt = decided.Time
	return r, storeerrors.Translate("read refund request", err)
}

// Get finds a request by its id.
func (q Requests) Get(ctx context.Context, id string) (Request, error) {
	return scanRefundRequest(q.Prepared().Row(ctx, "SELECT "+refundRequestColumns+"WHERE r.id = $1", id))
}

// AliveOf returns the request about a subject that waits, or was approved and still counts; ErrNotFound without one.
func (q Requests) AliveOf(ctx context.Context, way contract.PayoutKind, subjectID string) (Request, error) {
	return scanRefundRequest(q.Prepared().Row(ctx, "SELECT "+refundRequestColumns+
		"WHERE r.subject_id = $1 AND r.way = $2 AND (r.state = 'pending' OR r.state = 'approved' AND r.way <> 'credit-note')", subjectID, string(way)))
}

// Page returns requests of one state, the oldest first, and whether there are more.
func (q Requests) Page(ctx context.Context, state contract.RefundRequestState, page int) (requests []Request, more bool, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+refundRequestColumns+"WHERE r.state = $1 ORDER BY r.requested_at, r.id LIMIT $2 OFFSET $3",
		string(state), tx.PageSize+1, tx.Offset(page, tx.PageSize)) // one more row shows whether another page follows
	if err != nil {
		return nil, false, storeerrors.Translate("list refund requests", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r, err := scanRefundRequest(rows)
		if err != nil {
			return nil, false, err
		}
		requests = append(requests, r)
	}
	return requests[:min(len(requests), tx.PageSize)], len(requests) > tx.PageSize, storeerrors.Translate("list refund requests", rows.Err())
}

// Open inserts a request that waits for the given time. Another open request about the subject is ErrConflict.
func (q Requests) Open(ctx context.Context, g Payout, ttl time.Duration) (Request, error) {
	var id string
	err := q.Commit(ctx, func(conn *tx.Conn) error {
		q := Requests{conn}
		err := q.Prepared().Row(ctx, `
			INSERT INTO refund_requests (order_id, way, subject_id, reference, detail, amount, note, requested_by, requested_at, expires_at)
			VALUES (CASE $1 WHEN 'refund' THEN $2::uuid END, $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
			string(g.Way), g.SubjectID, g.Reference, g.Detail, int64(g.Amount), g.Note, g.By, g.At, g.At.Add(ttl)).Scan(&id)
		if err != nil {
			return storeerrors.Translate("open refund request", err)
		}
		g.Key = id
		return q.note(ctx, "refund-requested", g)
	})
	if err != nil {
		return Request{}, err
	}
	return q.Get(ctx, id)
}

// Decide approves or declines a waiting request. ErrConflict means that it was decided, has expired, or was requested by the same
// person; of concurrent decisions one wins. An approved amount counts as given from then on, even above the daily limit.
func (q Requests) Decide(ctx context.Context, id string, state contract.RefundRequestState, by, note string, now time.Time) error {
	return q.Commit(ctx, func(conn *tx.Conn) error {
		q := Requests{conn}
		g := Payout{Key: id, By: by, Note: note, At: now}
		err := q.Prepared().Row(ctx, `
			UPDATE refund_requests SET state = $2, decided_by = $3, decided_at = $4
			WHERE id = $1 AND state = 'pending' AND expires_at > $4 AND requested_by <> $3 RETURNING way, subject_id, reference, amount`,
			id, string(state), by, now).Scan(&g.Way, &g.SubjectID, &g.Reference, &g.Amount)
		if errors.Is(err, sql.ErrNoRows) {
			return storeerrors.Translate("decide refund request", storeerrors.ErrConflict)
		}
		if err != nil {
			return storeerrors.Translate("decide refund request", err)
		}
		if state == contract.RefundApproved {
			if err := q.give(ctx, g, 0, id); err != nil {
				return err
			}
		}
		return q.note(ctx, "refund-"+string(state), g)
	})
}

// GiveAlone records money that one person gives; false, without a record, when it needs a second person. Concurrent gifts to one
// customer are counted one after the other.
func (q Requests) GiveAlone(ctx context.Context, g Payout, above contract.Halalas) (alone bool, err error) {
	err = q.Commit(ctx, func(conn *tx.Conn) error {
		q := Requests{conn}
		err := q.give(ctx, g, above, "")
		if errors.Is(err, errSecondPerson) {
			return nil
		}
		alone = err == nil
		return err
	})
	return alone, err
}

var errSecondPerson = errors.New("needs a second person")

// give records money, once for each key. Without a request it stays within the daily amount of one person for the customer.
func (q Requests) give(ctx context.Context, g Payout, above contract.Halalas, requestID string) error {
	customer, err := q.customer(ctx, g)
	if err != nil {
		return err
	}
	if _, err := q.Prepared().Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", "given/"+customer); err != nil {
		return storeerrors.Translate("lock what a customer is given", err)
	}
	var known bool
	if err := q.Prepared().Row(ctx, "SELECT EXISTS (SELECT FROM support_givings WHERE key = $1)", g.Key).Scan(&known); err != nil || known {
		return storeerrors.Translate("read what a customer was given", err)
	}
	given, err := q.sumGiven(ctx, customer, g.At)
	if err != nil {
		return err
	}
	if requestID == "" && approval.NeedsSecondPerson(given, g.Amount, above) {
		return errSecondPerson
	}
	_, err = q.Prepared().Exec(ctx, `
		INSERT INTO support_givings (key, way, subject_id, customer, amount, given_by, at, before, above, request_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, nullif($10, '')::uuid)`,
		g.Key, string(g.Way), g.SubjectID, customer, int64(g.Amount), g.By, g.At, int64(given), int64(above), requestID)
	return storeerrors.Translate("note what a customer is given", err)
}

// SumGivenThatDay returns everything that the customer was given on the day of a giving, in all ways.
func (q Requests) SumGivenThatDay(ctx context.Context, g Payout) (contract.Halalas, error) {
	customer, err := q.customer(ctx, g)
	if err != nil {
		return 0, err
	}
	return q.sumGiven(ctx, customer, g.At)
}

func (q Requests) sumGiven(ctx context.Context, customer string, at time.Time) (sum contract.Halalas, err error) {
	from, until, err := settlement.Bounds(settlement.DayOf(at))
	if err != nil {
		return 0, err
	}
	err = q.Prepared().Row(ctx, "SELECT coalesce(sum(amount), 0)::bigint FROM support_givings WHERE customer = $1 AND at >= $2 AND at < $3",
		customer, from, until).Scan(&sum)
	return sum, storeerrors.Translate("read what a customer was given", err)
}

// customer returns the subscriber of the line that gets the money, or the subject's reference for an unknown line.
func (q Requests) customer(ctx context.Context, g Payout) (customer string, err error) {
	const ofOrder = "coalesce((o.state -> 'line' ->> 'id')::uuid, (SELECT id FROM lines WHERE order_id = o.id))"
	lineOf := map[contract.PayoutKind]string{
		contract.PayoutRefund:     "SELECT " + ofOrder + " FROM orders AS o WHERE o.id = $1",
		contract.PayoutCreditNote: "SELECT line_id FROM invoices WHERE id = $1",
		contract.PayoutBankReturn: "SELECT i.line_id FROM sadad_payments AS s JOIN invoices AS i ON i.id = s.invoice_id WHERE s.id = $1",
		contract.PayoutSettlement: "SELECT coalesce(u.line_id, " + ofOrder + `) FROM settlement_items AS t JOIN payments AS p ON p.id = t.payment_id
			LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS u ON u.id = p.subject WHERE t.id = $1`,
	}
	err = q.Prepared().Row(ctx, "SELECT subscriber_id::text FROM lines WHERE id = ("+lineOf[g.Way]+")", g.SubjectID).Scan(&customer)
	if errors.Is(err, sql.ErrNoRows) {
		return cmp.Or(g.Reference, g.SubjectID), nil
	}
	return customer, storeerrors.Translate("find the customer of a giving", err)
}

// Expire expires undecided requests, with an audit entry each.
func (q Requests) Expire(ctx context.Context, now time.Time) error {
	_, err := q.Prepared().Exec(ctx, `
		WITH expired AS (
		    UPDATE refund_requests SET state = 'expired', decided_at = expires_at WHERE state = 'pending' AND expires_at <= $1
		    RETURNING id, way, subject_id, amount
		)
		INSERT INTO audit_log (key, order_id, actor, action, note, details)
		SELECT 'refund-expired:' || id, subject_id, 'selfcare', 'refund-expired', '',
		       jsonb_build_object('request', id, 'amount', to_char(amount / 100.0, 'FM999999999990.00'), 'way', way)
		FROM expired ON CONFLICT (key) DO NOTHING`, now)
	return storeerrors.Translate("expire refund requests", err)
}

// note writes the audit entry of an action on a request, whose id is the key.
func (q Requests) note(ctx context.Context, action string, g Payout) error {
	return audit.Log(q).Write(ctx, audit.Record{
		Key: action + ":" + g.Key, OrderID: g.SubjectID, Actor: g.By, Action: action, Note: g.Note,
		Details: map[string]string{"request": g.Key, "amount": money.Riyals(g.Amount), "way": string(g.Way)},
	})
}
