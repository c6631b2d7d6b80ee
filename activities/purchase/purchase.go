// Package purchase changes purchases. Each change is one transaction with its postings and messages.
package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/planswitch"
	"selfcare/activities/internal/state"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	purchasestore "selfcare/internal/store/purchase"
)

// Activities write purchases. Each takes the state that the workflow knows and answers with the next state.
type Activities struct {
	store *store.Store
	count []Counter
}

// Counter hears of each change once it is written, for the figures of operators.
type Counter interface {
	PurchaseChanged(before, next contract.Purchase)
}

// New needs the database. count hears of each change.
func New(s *store.Store, count ...Counter) *Activities { return &Activities{store: s, count: count} }

// effect writes what belongs to a change besides the row of the purchase, and answers with the next state.
type effect func(q *store.Tx) (contract.Purchase, error)

var rows = state.Rows[contract.Purchase]{
	Seq: func(p *contract.Purchase) *int64 { return &p.Seq },
	Get: func(ctx context.Context, q *store.Tx, of contract.Purchase) (contract.Purchase, error) {
		return q.Purchases.Get(ctx, of.ID)
	},
	Save: func(ctx context.Context, q *store.Tx, next contract.Purchase) (bool, error) {
		return true, q.Purchases.Save(ctx, next)
	},
}

// change writes the next state of a purchase. A purchase that fails frees its promo code and its reserved bundles.
func (a *Activities) change(ctx context.Context, operation string, before contract.Purchase, do effect) (contract.Purchase, error) {
	next, err := rows.Change(ctx, a.store, operation, before, func(q *store.Tx) (contract.Purchase, error) {
		next, err := do(q)
		if err != nil {
			return next, err
		}
		return next, errors.Join(returnPromo(ctx, q, before, next), returnBundles(ctx, q, before, next))
	})
	if err == nil {
		for _, counter := range a.count {
			counter.PurchaseChanged(before, next)
		}
	}
	return next, err
}

// OpenPurchase checks a purchase against the present state of its line and catalogue, and writes it with its payment. A balance or a voucher
// pays here; the provider charges later.
func (a *Activities) OpenPurchase(ctx context.Context, p contract.Purchase, in contract.PurchaseOpening) (contract.Purchase, error) {
	if p.Seq > 0 { // our database has it, and the workflow task that wrote it was lost
		return p, nil
	}
	opened, err := a.open(ctx, p, in)
	if err != nil {
		if ahead := rows.FindAhead(ctx, a.store, p); ahead != nil { // our own earlier write must not fail the retry
			return contract.Purchase{}, ahead
		}
	}
	if errors.Is(err, storeerrors.ErrOrderNumber) {
		err = contract.Refuse(contract.FailPurchaseNumber)
	}
	return opened, failure.Map("open purchase", err)
}

// open writes a purchase that only the books pay in one statement, and any other in one transaction.
func (a *Activities) open(ctx context.Context, p contract.Purchase, in contract.PurchaseOpening) (contract.Purchase, error) {
	p = purchase.Opened(p)
	if p.Payment == nil && p.Way != contract.PayVoucher && p.Promo == nil && p.Service == nil && p.Bundles == nil && !purchase.Definitions[p.Kind].Transfer {
		return insertPurchase(ctx, a.store.Tx, p, in)
	}
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		if p, err = insertPurchase(ctx, q, p, in); err != nil || p.Payment == nil {
			return err
		}
		return q.Payments.Save(ctx, p.ID, *p.Payment)
	})
	return p, err
}

// insertPurchase checks a purchase, takes a balance or a voucher for it, and writes it.
func insertPurchase(ctx context.Context, q *store.Tx, p contract.Purchase, in contract.PurchaseOpening) (contract.Purchase, error) {
	line, err := validatePurchase(ctx, q, p, in)
	if err != nil {
		return p, err
	}
	if err := takePromo(ctx, q, p, in.Now); err != nil {
		return p, err
	}
	if purchase.Definitions[p.Kind].Transfer {
		if p, err = validateTransfer(ctx, q, p, in.Now); err != nil {
			return p, err
		}
	}
	if p.Service != nil {
		if err := validateService(ctx, q, p, in.Now); err != nil {
			return p, err
		}
	}
	opening := purchasestore.Opening{Ahead: in.Ahead}
	switch p.Way {
	case contract.PayBalance:
		opening.Paid, err = fromBalance(ctx, q, p, line)
	case contract.PayVoucher:
		p, err = takeVoucher(ctx, q, p, in.Now)
	default: // onto a bill, by the provider, or from a bucket
	}
	if err != nil {
		return p, err
	}
	err = q.Purchases.Open(ctx, p, opening)
	if errors.Is(err, storeerrors.ErrNotCovered) {
		err = contract.Refuse(contract.FailBalanceShort)
	}
	switch {
	case err != nil:
	case p.Bundles != nil:
		if err = takeBundles(ctx, q, p, in.Now); err == nil {
			err = tellDay(ctx, q, p)
		}
	case inHistory(p):
		err = insertTransfer(ctx, q, p)
	}
	return p, err
}

// AdoptPurchase notes that the workflow of a purchase runs that was opened ahead of it. The workflow goes on from the row, because it may
// have been started twice.
func (a *Activities) AdoptPurchase(ctx context.Context, p contract.Purchase, _ contract.At) (contract.Purchase, error) {
	if err := a.store.Purchases.DropStart(ctx, p.ID); err != nil {
		return p, failure.Map("adopt purchase", err)
	}
	saved, err := a.store.Purchases.Get(ctx, p.ID)
	if err == nil && saved.Seq > p.Seq {
		return contract.Purchase{}, failure.Ahead(saved)
	}
	return p, failure.Map("adopt purchase", err)
}

// validatePurchase refuses a line without a balance, a price that has changed, and a card that is not the buyer's. It answers with the line.
func validatePurchase(ctx context.Context, q *store.Tx, p contract.Purchase, in contract.PurchaseOpening) (linestore.Line, error) {
	line, err := validateRecipient(ctx, q, p, in.Now)
	if err != nil || in.Kept == nil || in.Kept.CardID == "" {
		return line, err
	}
	card, err := q.Cards.Get(ctx, in.Kept.UserID, in.Kept.CardID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return line, contract.RefuseField("cardId", contract.FailCardUnknown)
	}
	if err != nil {
		return line, err
	}
	return line, order.ValidateCard(card.ExpiryMonth, card.ExpiryYear, in.Now)
}

// validateRecipient refuses a line that cannot receive the purchase now.
func validateRecipient(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (linestore.Line, error) {
	switch {
	case p.Bill != nil:
		return linestore.Line{}, validateBillPayment(ctx, q, p)
	case p.Switch == nil:
		line, err := findRecipient(ctx, q, p)
		if err == nil && p.Bundles != nil {
			err = validateBundles(ctx, q, p, line, now)
		}
		return line, err
	}
	look, err := q.PlanSubscriptions.Look(ctx, p.LineID, p.Switch.PlanID, now)
	if err := validateLine(p, look.Line, err); err != nil {
		return look.Line, err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return look.Line, err
	}
	return look.Line, planswitch.ValidatePurchase(p, look, settings, now)
}

// findRecipient finds the line of a purchase and refuses a line that cannot receive it.
func findRecipient(ctx context.Context, q *store.Tx, p contract.Purchase) (linestore.Line, error) {
	l, err := q.Lines.Get(ctx, p.LineID)
	return l, validateLine(p, l, err)
}

// validateLine refuses a found line that cannot receive the purchase.
func validateLine(p contract.Purchase, l linestore.Line, err error) error {
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailPurchaseLineEnded)
	}
	if err != nil {
		return err
	}
	known := purchase.Line{ID: l.ID, Subscription: l.Type, Active: l.Status == contract.LineActive}
	if err := purchase.ValidateLine(p.Kind, known, p.Friend()); err != nil {
		return err
	}
	return purchase.ValidateBilled(p.Kind, p.Way, l.Type)
}

// fromBalance makes the posting that pays from a balance. Only prepaid lines have one. line is the recipient, mostly the payer's own line.
func fromBalance(ctx context.Context, q *store.Tx, p contract.Purchase, line linestore.Line) (paid ledger.Posting, err error) {
	if p.Friend() {
		if line, err = q.Lines.Get(ctx, p.PayerLineID); err != nil {
			return paid, err
		}
	}
	if line.Type != "prepaid" {
		return paid, contract.RefuseField("pay.way", contract.FailPurchaseWay)
	}
	return ledger.PayFromBalancePosting(p), nil
}

// takeVoucher uses a voucher. The voucher knows its own value.
func takeVoucher(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	v, err := q.Vouchers.Get(ctx, p.Voucher)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return p, contract.RefuseField("voucher", contract.FailVoucherUnknown)
	}
	if err == nil {
		err = v.ValidateUse(p.ID, now)
	}
	if err == nil {
		err = q.Vouchers.Take(ctx, p.Voucher, p.ID)
	}
	if errors.Is(err, storeerrors.ErrConflict) { // another purchase took it in the same moment
		err = contract.RefuseField("voucher", contract.FailVoucherUsed)
	}
	p.Amount = v.Value
	return p, err
}

// RecordPurchasePayment writes the provider's news of a payment.
func (a *Activities) RecordPurchasePayment(ctx context.Context, p contract.Purchase, in contract.PurchasePaid) (contract.Purchase, error) {
	if !purchase.PaymentMoves(p, in.Payment.Status) {
		return p, nil
	}
	return a.change(ctx, "record payment", p, func(q *store.Tx) (contract.Purchase, error) {
		next := purchase.Paid(p, in.Payment)
		if err := q.Payments.Save(ctx, p.ID, *next.Payment); err != nil {
			return p, err
		}
		if next.Payment.Status != contract.PaymentPaid {
			return next, nil
		}
		if err := q.Ledger.Post(ctx, ledger.ChargePosting(p.ID, *next.Payment)); err != nil {
			return next, err
		}
		return next, tellDay(ctx, q, next)
	})
}

// HoldPurchase parks the purchase with the reason it cannot go on.
func (a *Activities) HoldPurchase(ctx context.Context, p contract.Purchase, in contract.PurchaseHeldUp) (contract.Purchase, error) {
	if p.Stage == contract.PurchaseHeld {
		return p, nil
	}
	return a.change(ctx, "hold purchase", p, func(*store.Tx) (contract.Purchase, error) {
		return purchase.HeldUp(p, in), nil
	})
}

// ResumePurchase applies a decision of support and writes it to the audit log.
func (a *Activities) ResumePurchase(ctx context.Context, p contract.Purchase, in contract.PurchaseResumed) (contract.Purchase, error) {
	if p.Held == nil {
		return p, nil
	}
	return a.change(ctx, "resume purchase", p, func(q *store.Tx) (contract.Purchase, error) {
		held, r := *p.Held, in.Resolution
		p = purchase.Resumed(p)
		if r.Actor == "" {
			return p, nil
		}
		return p, q.Audit.Write(ctx, audit.Record{
			Key: fmt.Sprintf("resume:%s:%d", p.ID, p.Seq), OrderID: p.ID, Actor: r.Actor, Action: r.Action, Note: r.Note,
			Details: map[string]string{"work": string(held.Work)},
		})
	})
}
