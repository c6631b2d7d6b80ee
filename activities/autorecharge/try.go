package autorecharge

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/purchase"
	autorechargestore "selfcare/internal/store/autorecharge"
	storeerrors "selfcare/internal/store/errors"
)

// BeginAutoTry records that a date is tried, and returns the purchase to open; a repeat returns the same one. No further try
// begins before it is known that the last one took no money.
func (a *Activities) BeginAutoTry(ctx context.Context, run contract.AutoRun, in contract.At) (contract.AutoRun, error) {
	return a.change(ctx, "begin try of auto-recharge", run, in.Now, func(t turn) (contract.AutoRun, error) {
		known, found, err := t.q.AutoRuns.Lock(ctx, run.LineID, run.Date)
		if err != nil || !found || known.Run.Stage.Closed() {
			return known.Run, err
		}
		next := known.Run
		begun, err := t.isUnderWay(ctx, known)
		if err != nil {
			return next, err
		}
		going, err := t.endReason(ctx, run.LineID)
		if err != nil {
			return next, err
		}
		switch {
		case begun: // by a repeat of this call, or by another run for the same date
		case in.Now.Before(next.NextTry): // the other run has recorded a failure since
			return next, nil
		case !t.active || t.rule.ID != next.RuleID:
			next = autorecharge.Stop(next)
			return next, t.q.AutoRuns.Save(ctx, next)
		case going != "":
			return t.skip(ctx, next, going)
		}
		next = autorecharge.Try(next, begun)
		next.Purchase = t.draft(next)
		return next, t.q.AutoRuns.Save(ctx, next)
	})
}

// isUnderWay reports whether the purchase of the last try is open or completed.
func (t turn) isUnderWay(ctx context.Context, known autorechargestore.Last) (bool, error) {
	if known.PurchaseID == "" {
		return false, nil
	}
	p, err := t.q.Purchases.Get(ctx, known.PurchaseID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return false, nil
	}
	return err == nil && p.Stage != contract.PurchaseFailed, err
}

// purchases is the namespace of the ids of purchases.
var purchases = uuid.MustParse("6f1d3c52-58a5-4bb0-9c0b-6c0a4de0f7a1")

// deriveID makes an id from the line, the date and the try, so that a repeat gets the same purchase.
func deriveID(run contract.AutoRun, what string) string {
	return uuid.NewSHA1(purchases, fmt.Appendf(nil, "%s/%s/%d/%s", run.LineID, run.Date, run.Try, what)).String()
}

// draft returns the purchase of a try, ready to be opened.
func (t turn) draft(run contract.AutoRun) *contract.Purchase {
	r := t.rule
	p := contract.Purchase{
		ID: deriveID(run, "purchase"), Kind: contract.PurchaseRecharge, Way: contract.PaySavedCard, Stage: contract.PurchasePaying,
		Language: r.Language, UserID: r.UserID, PayerLineID: r.LineID, LineID: r.LineID, Amount: r.Amount, CreatedAt: t.now,
	}
	p = purchase.Priced(p, r.Amount, purchase.Figures{VATPercent: t.prices.VATPercent})
	p.Payment = &contract.Payment{
		ID: deriveID(run, "payment"), Status: contract.PaymentProcessing, Amount: p.Total, CardID: r.CardID, At: t.now,
	}
	p.Auto = &contract.AutoCharge{Date: run.Date, ReturnURL: page(t.origin, r.Language, "purchase/"+p.ID), Within: t.figures.Challenge}
	return &p
}

// RecordAutoTry records the outcome of a try once its purchase has one; until then the date stays unchanged. It also decides
// what follows a failure: another try, or a pause.
func (a *Activities) RecordAutoTry(ctx context.Context, run contract.AutoRun, in contract.AutoTried) (contract.AutoRun, error) {
	return a.change(ctx, "record try of auto-recharge", run, in.Now, func(t turn) (contract.AutoRun, error) {
		known, found, err := t.q.AutoRuns.Lock(ctx, run.LineID, run.Date)
		if err != nil || !found || known.Run.Stage != contract.AutoTrying || known.Run.Try != run.Try {
			return known.Run, err
		}
		if in.Refused != "" {
			return t.recordFailure(ctx, autorecharge.After(run, in.Refused, "", t.figures), in.Refused)
		}
		p, err := t.q.Purchases.Get(ctx, run.Purchase.ID)
		if err != nil {
			return run, err
		}
		return t.settleRun(ctx, run, p)
	})
}

func (t turn) settleRun(ctx context.Context, run contract.AutoRun, p contract.Purchase) (contract.AutoRun, error) {
	next, settled := autorecharge.Settle(run, p, t.figures)
	switch {
	case settled && next.Stage == contract.AutoRecharged:
		return next, t.q.AutoRuns.Save(ctx, next)
	case settled:
		return t.recordFailure(ctx, next, p.FailureCode)
	case p.Stage == contract.PurchasePaying && p.Payment.Status == contract.PaymentChallenge:
		return run, t.tell(ctx, messageConfirm, run.Date, t.tries(run, p))
	default:
		return run, nil
	}
}

// recordFailure saves a run whose try failed, and tells the customer what follows.
func (t turn) recordFailure(ctx context.Context, next contract.AutoRun, code contract.Code) (contract.AutoRun, error) {
	switch {
	case !t.active || t.rule.ID != next.RuleID:
		next = autorecharge.Stop(next)
	case next.Stage == contract.AutoWaiting:
		if err := t.tell(ctx, messageRetry, fmt.Sprintf("%s-%d", next.Date, next.Try), t.retries(next)); err != nil {
			return next, err
		}
	default:
		if err := t.pause(ctx, autorecharge.PausedBecause(code)); err != nil {
			return next, err
		}
	}
	return next, t.q.AutoRuns.Save(ctx, next)
}
