// Package allowance stores the buckets of lines, and their usage.
package allowance

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/ledger"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/tx"
	usagestore "selfcare/internal/store/usage"
)

// AfterPlan is the position of types outside the plan.
const AfterPlan = 100

// Allowances stores the buckets of lines, and their usage.
type Allowances struct{ *tx.Conn }

// Bucket is the allowance of a plan of one type.
type Bucket struct {
	Type   string // local_min, data, …
	Unit   string // MB, minute or sms
	Amount *int64 // nil is unlimited
}

// Grant gives a line the buckets of its plan for a cycle; until is zero for buckets without an end. It skips types that the cycle
// has already.
func (q Allowances) Grant(ctx context.Context, lineID string, cycle int, from, until time.Time, items []Bucket) error {
	return q.GrantAll(ctx, []Granted{{LineID: lineID, Cycle: cycle, From: from, Until: until, Buckets: items}})
}

// Granted is a cycle of a line with the buckets of its plan. Until is zero for buckets without an end.
type Granted struct {
	LineID  string
	Cycle   int
	From    time.Time
	Until   time.Time
	Buckets []Bucket
}

// GrantAll is Grant for several lines. None has two cycles among them.
func (q Allowances) GrantAll(ctx context.Context, all []Granted) error {
	plans := make([]usagestore.Contents, len(all))
	for i, g := range all {
		plans[i] = usagestore.Contents{LineID: g.LineID, Cycle: g.Cycle, From: g.From, Items: make([]usagestore.Content, len(g.Buckets))}
		if !g.Until.IsZero() {
			plans[i].Until = &g.Until
		}
		for n, item := range g.Buckets {
			plans[i].Items[n] = usagestore.Content{Type: allowance.Type(item.Type), Unit: allowance.Unit(item.Unit), Total: item.Amount}
		}
	}
	return q.changeMetered(ctx, "add buckets", func(db bun.IDB, now time.Time) ([]usagestore.News, error) {
		return usagestore.AddPlans(ctx, db, plans, now)
	})
}

// Add gives a line one bucket.
func (q Allowances) Add(ctx context.Context, b usagestore.Bucket) error {
	return q.changeMetered(ctx, "add bucket", func(db bun.IDB, now time.Time) ([]usagestore.News, error) {
		return usagestore.Add(ctx, db, b, now)
	})
}

// EndAt ends the buckets of a cycle early, after a switch of the plan. A repeated call changes nothing.
func (q Allowances) EndAt(ctx context.Context, lineID string, cycle int, at time.Time) error {
	return q.changeMetered(ctx, "end buckets", func(db bun.IDB, now time.Time) ([]usagestore.News, error) {
		return usagestore.EndAt(ctx, db, lineID, cycle, at, now)
	})
}

// TakeFrom takes data from a wallet by shrinking the bucket. A negative amount is given back.
func (q Allowances) TakeFrom(ctx context.Context, lineID, id string, megabytes int64) error {
	return q.changeMetered(ctx, "take from wallet", func(db bun.IDB, now time.Time) ([]usagestore.News, error) {
		news, err := usagestore.Resize(ctx, db, lineID, id, -megabytes, now)
		if errors.Is(err, usagestore.ErrOverdrawn) {
			err = storeerrors.ErrNotCovered
		}
		return news, err
	})
}

// Receive gives a line a bucket of transferred data, once.
func (q Allowances) Receive(ctx context.Context, lineID, purchaseID string, megabytes int64, from, until time.Time) error {
	if !until.IsZero() && until.Before(from) { // the transfer waited longer than the bucket is valid
		from = until
	}
	b := usagestore.Bucket{
		LineID: lineID, Type: allowance.Data, Unit: allowance.Megabyte, Total: &megabytes, From: from, Position: AfterPlan, PurchaseID: &purchaseID,
	}
	if !until.IsZero() {
		b.Until = &until
	}
	return q.Add(ctx, b)
}

// Count counts valid events in one transaction, each once. It charges usage beyond the plan to prepaid balances, and tells
// customers whose buckets are nearly used up. The result does not depend on the order of the events.
func (q Allowances) Count(ctx context.Context, events []usage.Event) (counted usagestore.Counted, err error) {
	if len(events) == 0 {
		return counted, nil
	}
	err = q.Commit(ctx, func(conn *tx.Conn) error {
		q := Allowances{conn}
		if counted, err = usagestore.Count(ctx, conn, events, time.Now()); err != nil {
			return storeerrors.Translate("count usage", err)
		}
		if err := ledger.Ledger(q).TakeUsage(ctx, counted.Debits); err != nil {
			return err
		}
		return q.tellAll(ctx, counted.News)
	})
	return counted, err
}

// changeMetered changes buckets or usage in a transaction, together with the messages about it.
func (q Allowances) changeMetered(ctx context.Context, operation string, change func(bun.IDB, time.Time) ([]usagestore.News, error)) error {
	err := q.Commit(ctx, func(conn *tx.Conn) error {
		q := Allowances{conn}
		news, err := change(q.DB, time.Now())
		if err != nil {
			return storeerrors.Translate(operation, err)
		}
		return q.tellAll(ctx, news)
	})
	return err
}

func (q Allowances) tellAll(ctx context.Context, news []usagestore.News) error {
	for _, n := range news {
		if err := q.tell(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// tell queues the message about a bucket, in its customer's language. It sends none for a line that has ended.
func (q Allowances) tell(ctx context.Context, news usagestore.News) error {
	line, err := linestore.Lines(q).Get(ctx, news.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	notice := allowance.LevelNotice(line.ID, line.MSISDN, news.Bucket)
	notice.Mobile = line.MSISDN
	if line.Kind == linestore.Data { // a data line receives no messages
		notice.Mobile = line.Contact.Mobile
	}
	if notice.Language, err = linestore.Lines(q).Language(ctx, line.ID); err != nil {
		return err
	}
	return outbox.Outbox(q).Queue(ctx, notice)
}
