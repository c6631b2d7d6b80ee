// Package refund stores payments to customers that need a second person, and all money that support gave.
package refund

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
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

type row struct {
	bun.BaseModel `bun:"table:refund_requests,alias:r"`

	ID          string `bun:",pk,nullzero"`
	OrderID     string `bun:",nullzero"` // of a refund
	Way         contract.PayoutKind
	SubjectID   string
	Reference   string
	Detail      string
	Amount      contract.Halalas
	Note        string
	RequestedBy string
	RequestedAt time.Time
	ExpiresAt   time.Time
	State       contract.RefundRequestState
	DecidedBy   string    `bun:",nullzero"`
	DecidedAt   time.Time `bun:",nullzero"`
	Requester   string    `bun:",scanonly"`
	Decider     string    `bun:",scanonly"`
}

func (r row) request() Request {
	return Request{
		ID: r.ID, Way: r.Way, SubjectID: r.SubjectID, Reference: r.Reference, Detail: r.Detail, Amount: r.Amount, Note: r.Note,
		RequestedBy: r.RequestedBy, Requester: r.Requester, RequestedAt: r.RequestedAt, ExpiresAt: r.ExpiresAt, State: r.State,
		DecidedBy: r.DecidedBy, Decider: r.Decider, DecidedAt: r.DecidedAt,
	}
}

type givingRow struct {
	bun.BaseModel `bun:"table:support_givings,alias:g"`

	Key       string `bun:",pk"`
	Way       contract.PayoutKind
	SubjectID string
	Customer  string
	Amount    contract.Halalas
	GivenBy   string
	At        time.Time
	Before    contract.Halalas
	Above     contract.Halalas
	RequestID string `bun:",nullzero"`
}

// withNames selects requests with the e-mails of their two people.
func withNames(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Apply(tx.AllColumns).ColumnExpr("a.email AS requester").ColumnExpr("d.email AS decider").
		Join("JOIN users AS a ON a.id = r.requested_by").Join("LEFT JOIN users AS d ON d.id = r.decided_by")
}

// Get finds a request by its id.
func (q Requests) Get(ctx context.Context, id string) (Request, error) {
	var found row
	err := q.DB.NewSelect().Model(&found).Apply(withNames).Where("r.id = ?", id).Scan(ctx)
	return found.request(), storeerrors.Translate("read refund request", err)
}

// AliveOf returns the request about a subject that waits, or was approved and still counts; ErrNotFound without one.
func (q Requests) AliveOf(ctx context.Context, way contract.PayoutKind, subjectID string) (Request, error) {
	var found row
	err := q.DB.NewSelect().Model(&found).Apply(withNames).Where("r.subject_id = ?", subjectID).Where("r.way = ?", way).
		Where("r.state = 'pending' OR r.state = 'approved' AND r.way <> 'credit-note'").Scan(ctx)
	return found.request(), storeerrors.Translate("read refund request", err)
}

// Page returns requests of one state, the oldest first, and whether there are more.
func (q Requests) Page(ctx context.Context, state contract.RefundRequestState, after *tx.Place, page int) (requests []Request, more bool, err error) {
	var rows []row
	list := tx.List{At: "r.requested_at", ID: "r.id", OldestFirst: true}
	err = tx.PageAfter(q.DB.NewSelect().Model(&rows).Apply(withNames).Where("r.state = ?", state), list, after, page, tx.PageSize).
		Limit(tx.PageSize + 1).Scan(ctx) // one more row shows whether another page follows
	for _, r := range rows {
		requests = append(requests, r.request())
	}
	return requests[:min(len(requests), tx.PageSize)], len(requests) > tx.PageSize, storeerrors.Translate("list refund requests", err)
}

// Open inserts a request that waits for the given time. Another open request about the subject is ErrConflict.
func (q Requests) Open(ctx context.Context, g Payout, ttl time.Duration) (Request, error) {
	opened := row{
		Way: g.Way, SubjectID: g.SubjectID, Reference: g.Reference, Detail: g.Detail, Amount: g.Amount, Note: g.Note, RequestedBy: g.By,
		RequestedAt: g.At, ExpiresAt: g.At.Add(ttl), State: contract.RefundPending,
	}
	if g.Way == contract.PayoutRefund {
		opened.OrderID = g.SubjectID
	}
	err := q.Commit(ctx, func(conn *tx.Conn) error {
		q := Requests{conn}
		if _, err := q.DB.NewInsert().Model(&opened).Returning("id").Exec(ctx); err != nil {
			return storeerrors.Translate("open refund request", err)
		}
		g.Key = opened.ID
		return q.note(ctx, "refund-requested", g)
	})
	if err != nil {
		return Request{}, err
	}
	return q.Get(ctx, opened.ID)
}

// Decide approves or declines a waiting request. ErrConflict means that it was decided, has expired, or was requested by the same
// person; of concurrent decisions one wins. An approved amount counts as given from then on, even above the daily limit.
func (q Requests) Decide(ctx context.Context, id string, state contract.RefundRequestState, by, note string, now time.Time) error {
	return q.Commit(ctx, func(conn *tx.Conn) error {
		q := Requests{conn}
		g := Payout{Key: id, By: by, Note: note, At: now}
		err := q.DB.NewUpdate().Model((*row)(nil)).Set("state = ?", state).Set("decided_by = ?", by).Set("decided_at = ?", now).
			Where("id = ?", id).Where("state = 'pending'").Where("expires_at > ?", now).Where("requested_by <> ?", by).
			Returning("way, subject_id, reference, amount").Scan(ctx, &g.Way, &g.SubjectID, &g.Reference, &g.Amount)
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
	err = q.DB.NewSelect().Model((*givingRow)(nil)).ColumnExpr("coalesce(sum(amount), 0)::bigint").
		Where("customer = ?", customer).Where("at >= ?", from).Where("at < ?", until).Scan(ctx, &sum)
	return sum, storeerrors.Translate("read what a customer was given", err)
}

// note writes the audit entry of an action on a request, whose id is the key.
func (q Requests) note(ctx context.Context, action string, g Payout) error {
	return audit.Log(q).Write(ctx, audit.Record{
		Key: action + ":" + g.Key, OrderID: g.SubjectID, Actor: g.By, Action: action, Note: g.Note,
		Details: map[string]string{"request": g.Key, "amount": money.Riyals(g.Amount), "way": string(g.Way)},
	})
}
