// Package billing bills postpaid lines, and goes on with bills that nobody pays.
package billing

import (
	"context"
	"fmt"
	"time"

	"selfcare/activities/internal/bills"
	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/billing"
	"selfcare/internal/store"
	billed "selfcare/internal/store/billing"
)

// linesAtOnce are billed in one transaction. Whoever issues an invoice elsewhere waits for its number meanwhile.
const linesAtOnce = 50

// Activities are the writes of bills.
type Activities struct{ store *store.Store }

// New needs the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// BillLines bills the next lines of a bill day, in one transaction. Done again it bills nobody twice, and answers with the same last line.
func (a *Activities) BillLines(ctx context.Context, in contract.BillingBatch) (done contract.BilledBatch, err error) {
	period, err := billing.PeriodOf(in.Cohort, in.Period)
	if err != nil {
		return done, failure.Map("bill lines", err)
	}
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		done = contract.BilledBatch{}
		lines, err := q.Invoices.Cohort(ctx, period, in.After, linesAtOnce)
		if err != nil || len(lines) == 0 {
			return err
		}
		if len(lines) == linesAtOnce {
			done.Last = lines[len(lines)-1].LineID
		}
		done.Issued, err = batch{q, period, in.Now}.bill(ctx, lines)
		return err
	})
	return done, failure.Map("bill lines", err)
}

// batch bills some lines within a transaction.
type batch struct {
	q      *store.Tx
	period billing.Period
	now    time.Time
}

func (b batch) bill(ctx context.Context, lines []billed.ToBill) (issued int, err error) {
	ids := make([]string, len(lines))
	for n, line := range lines {
		ids[n] = line.LineID
	}
	charges, err := b.q.Invoices.Charges(ctx, ids, b.period.Until())
	if err != nil {
		return 0, err
	}
	for _, line := range lines {
		if line.Billed || len(charges[line.LineID]) == 0 {
			continue
		}
		done, err := b.one(ctx, line, charges[line.LineID])
		if err != nil {
			return issued, fmt.Errorf("bill line %s: %w", line.LineID, err)
		}
		if done {
			issued++
		}
	}
	return issued, nil
}

// one bills one line and tells its holders.
func (b batch) one(ctx context.Context, line billed.ToBill, charges []billing.Charge) (issued bool, err error) {
	draft := bills.Draft{LineID: line.LineID, Period: b.period.Key(), From: b.period.From(), Until: b.period.Until(), Before: b.period.Until()}
	invoice, issued, err := bills.Issue(ctx, b.q, draft, charges, b.now)
	if err != nil || !issued || line.Ended {
		return issued, err
	}
	return true, bills.Tell(ctx, b.q, bills.Told{
		Invoice: invoice, Left: invoice.Total, Template: bills.MessageIssued, Language: line.Language, Now: b.now,
	})
}
