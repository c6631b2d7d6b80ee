// Package bill issues the bills of postpaid lines and takes the dunning steps of unpaid bills.
package bill

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/bill"
	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
)

// linesAtOnce is how many lines one transaction bills. Every other issue of an invoice waits for its number meanwhile.
const linesAtOnce = 50

// Activities write bills.
type Activities struct{ store *store.Store }

// New needs the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// DueBillingPeriods lists the oldest unbilled period of each bill day that has ended: a night that was missed stays due.
func (a *Activities) DueBillingPeriods(ctx context.Context, at contract.At) ([]contract.BillingCycleInput, error) {
	periods, err := a.store.Invoices.Expect(ctx, billdomain.Ended(at.Now, billdomain.LookBack), at.Now)
	due := make([]contract.BillingCycleInput, len(periods))
	for n, p := range periods {
		due[n] = contract.BillingCycleInput{Cohort: p.Cohort, Period: p.Key()}
	}
	return due, failure.Map("list periods to bill", err)
}

// mostAside is how many lines of a batch may fail by themselves. If more fail, the fault is a general one, and all wait until it is mended.
const mostAside = 10

// BillLines bills the next lines of a bill day in one transaction. A repeat bills no line twice and answers with the same last line. A line
// that cannot be billed is put aside, so that the others get their bills.
func (a *Activities) BillLines(ctx context.Context, in contract.BillingBatch) (contract.BilledBatch, error) {
	period, err := billdomain.PeriodOf(in.Cohort, in.Period)
	if err != nil {
		return contract.BilledBatch{}, failure.Map("bill lines", err)
	}
	r := round{a.store, period, in.Now}
	done, lines, err := r.bill(ctx, in.After, linesAtOnce)
	if err != nil && len(lines) > 0 {
		done, err = r.billOneByOne(ctx, in.After, lines)
	}
	if err != nil {
		return done, failure.Map("bill lines", err)
	}
	if done.Last == "" {
		err = a.store.Invoices.NoteBilledPeriod(ctx, period, in.Now)
	}
	return done, failure.Map("bill lines", err)
}

// RetryBills bills the lines that were put aside, as far as that is possible now, and counts them.
func (a *Activities) RetryBills(ctx context.Context, at contract.At) (billedNow int, err error) {
	aside, err := a.store.Invoices.PutAside(ctx, at.Now, linesAtOnce)
	if err != nil {
		return 0, failure.Map("find bills put aside", err)
	}
	for _, one := range aside {
		r := round{a.store, one.Period, at.Now}
		if err := r.billAlone(ctx, one.LineID); err != nil {
			if err := r.putAside(ctx, one.LineID, err); err != nil {
				return billedNow, failure.Map("bill line put aside", err)
			}
			continue
		}
		billedNow++
	}
	return billedNow, nil
}

// round bills the lines of a period at a moment.
type round struct {
	store  *store.Store
	period billdomain.Period
	now    time.Time
}

// bill bills the next lines in one transaction. It answers with the lines even if that failed.
func (r round) bill(ctx context.Context, after string, most int) (done contract.BilledBatch, lines []billstore.ToBill, err error) {
	err = r.store.InTx(ctx, func(q *store.Tx) (err error) {
		done = contract.BilledBatch{}
		lines, err = q.Invoices.Cohort(ctx, r.period, after, most)
		if err != nil || len(lines) == 0 {
			return err
		}
		if len(lines) == most {
			done.Last = lines[len(lines)-1].LineID
		}
		done.Issued, err = batch{q, r.period, r.now}.bill(ctx, lines)
		return err
	})
	return done, lines, err
}

// billOneByOne bills the lines of a batch that failed, each in a transaction of its own.
func (r round) billOneByOne(ctx context.Context, after string, lines []billstore.ToBill) (done contract.BilledBatch, err error) {
	failed := 0
	for _, line := range lines {
		one, _, err := r.bill(ctx, after, 1)
		if err != nil {
			if failed++; failed > mostAside {
				return done, err
			}
			if err := r.putAside(ctx, line.LineID, err); err != nil {
				return done, err
			}
		}
		done.Issued, after = done.Issued+one.Issued, line.LineID
	}
	if len(lines) == linesAtOnce {
		done.Last = after
	}
	return done, nil
}

// billAlone bills one line.
func (r round) billAlone(ctx context.Context, lineID string) error {
	return r.store.InTx(ctx, func(q *store.Tx) error {
		line, err := q.Invoices.LineToBill(ctx, r.period, lineID)
		if err != nil {
			return err
		}
		_, err = batch{q, r.period, r.now}.bill(ctx, []billstore.ToBill{line})
		return err
	})
}

// putAside notes that a line cannot be billed. If even that cannot be written, our database is away.
func (r round) putAside(ctx context.Context, lineID string, cause error) error {
	if away := r.store.Invoices.PutLineAside(ctx, r.period, lineID, r.now); away != nil {
		return errors.Join(cause, away)
	}
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("a line cannot be billed and is put aside", "line", lineID, "period", r.period.Key(), "error", cause)
	}
	return nil
}

// batch bills some lines within a transaction.
type batch struct {
	q      *store.Tx
	period billdomain.Period
	now    time.Time
}

func (b batch) bill(ctx context.Context, lines []billstore.ToBill) (issued int, err error) {
	ids := make([]string, len(lines))
	for n, line := range lines {
		ids[n] = line.LineID
	}
	charges, err := b.q.Invoices.Charges(ctx, ids, b.period.Until())
	if err != nil {
		return 0, err
	}
	if err := b.q.Invoices.TakeBack(ctx, b.period, ids); err != nil {
		return 0, err
	}
	for _, line := range lines {
		if line.Billed || len(charges[line.LineID]) == 0 {
			continue
		}
		done, err := b.billLine(ctx, line, charges[line.LineID])
		if err != nil {
			return issued, fmt.Errorf("bill line %s: %w", line.LineID, err)
		}
		if done {
			issued++
		}
	}
	return issued, nil
}

// billLine bills one line and tells its holders.
func (b batch) billLine(ctx context.Context, line billstore.ToBill, charges []billdomain.Charge) (issued bool, err error) {
	draft := bill.Draft{LineID: line.LineID, Period: b.period.Key(), From: b.period.From(), Until: b.period.Until(), Before: b.period.Until()}
	invoice, issued, err := bill.Issue(ctx, b.q, draft, charges, b.now)
	if err != nil || !issued {
		return issued, err
	}
	return true, bill.Tell(ctx, b.q, bill.Message{
		Invoice: invoice, Left: invoice.Total, Template: bill.MessageIssued, Language: line.Language, Now: b.now,
	})
}
