// Package bill holds the steps that every process does with a bill: issue, settle, and adjust the line's service.
package bill

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
	storeerrors "selfcare/internal/store/errors"
)

// Draft names the line and the period of an invoice.
type Draft struct {
	LineID string
	Period string
	From   time.Time
	Until  time.Time
	// Before limits the charges: those before it that are on no other invoice are included. A charge that came too late for
	// its own invoice is on the next.
	Before time.Time
}

// Issue bills a line for the charges that are on no invoice yet, and posts it: from then on the line owes it. It returns false
// if there is nothing to bill. The caller has locked the line and read the charges after that.
func Issue(ctx context.Context, q *store.Tx, d Draft, charges []bill.Charge, now time.Time) (bill.Invoice, bool, error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return bill.Invoice{}, false, err
	}
	rules := settings.Billing.Rules()
	draft := bill.Invoice{
		ID: uuid.NewString(), LineID: d.LineID, Period: d.Period, From: d.From, Until: d.Until, IssuedAt: now, DueAt: rules.DueAt(now),
	}
	draft, owes := bill.Rated(draft, charges, settings.VATPercent)
	if !owes {
		return draft, false, nil
	}
	_, next, _ := bill.Dunning{DueAt: draft.DueAt}.Next(rules)
	issued, err := q.Invoices.Issue(ctx, draft, d.Before, next)
	if err == nil {
		err = q.Ledger.Post(ctx, ledger.BillPosting(issued))
	}
	if err == nil {
		err = q.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Bill, SubjectID: issued.ID, Kind: einvoice.Invoice, IssuedAt: now})
	}
	return issued, err == nil, err
}

// Final bills a line that ends for all charges that are on no invoice yet.
func Final(ctx context.Context, q *store.Tx, lineID string, now time.Time) (bill.Invoice, bool, error) {
	before := now.Add(time.Second) // a cycle charged in advance was waived if it is not owed
	charges, err := q.Invoices.Charges(ctx, []string{lineID}, before)
	if err != nil {
		return bill.Invoice{}, false, err
	}
	from := now
	for _, c := range charges[lineID] {
		if c.From.Before(from) {
			from = c.From
		}
	}
	return Issue(ctx, q, Draft{LineID: lineID, Period: bill.Final, From: from, Until: now, Before: before}, charges[lineID], now)
}

// known tells "not found" from a failure: a line without a plan, or without a recipient.
func known(err error) (bool, error) {
	if errors.Is(err, storeerrors.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// ended reports whether a plan has ended.
func ended(s contract.PlanSubscription) bool { return s.Stage == contract.SubscriptionEnded }
