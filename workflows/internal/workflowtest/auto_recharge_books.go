package workflowtest

import (
	"context"
	"sync"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
)

// AutoRechargeBooks fake the writes about one date of an auto-recharge. By default the date is due and its recharge is paid at once.
type AutoRechargeBooks struct {
	*Journal
	mu       sync.Mutex
	last     contract.AutoRun
	Day      contract.AutoStage // the stage in which the date begins
	Declines int                // tries whose card fails
	Looks    int                // at a purchase whose payment is still open
	Soon     time.Duration      // after which a card is tried again, for recordings in real time
	Ended    bool               // its customer ends it before a further try
}

// NewAutoRechargeBooks makes books with a date that is due.
func NewAutoRechargeBooks(j *Journal) *AutoRechargeBooks {
	return &AutoRechargeBooks{Journal: j, Day: contract.AutoTrying, Soon: time.Second}
}

// Last is the last written state of the date.
func (b *AutoRechargeBooks) Last() contract.AutoRun {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

func (b *AutoRechargeBooks) save(effect string, run contract.AutoRun, change func(*contract.AutoRun)) (contract.AutoRun, error) {
	if err := b.try(effect); err != nil {
		return run, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&run)
	b.last = run
	b.write(effect + " " + string(run.Stage))
	return run, nil
}

func (b *AutoRechargeBooks) BeginAutoRun(_ context.Context, run contract.AutoRun, in contract.AutoDue) (contract.AutoRun, error) {
	return b.save("begin-date", run, func(r *contract.AutoRun) {
		*r = autorecharge.Begin(contract.AutoRecharge{ID: "rule-1", LineID: r.LineID}, in.Due, b.Day)
	})
}

func (b *AutoRechargeBooks) BeginAutoTry(_ context.Context, run contract.AutoRun, _ contract.At) (contract.AutoRun, error) {
	return b.save("begin-try", run, func(r *contract.AutoRun) {
		if b.Ended && r.Try > 0 {
			*r = autorecharge.Stop(*r)
			return
		}
		*r = autorecharge.Try(*r, false)
		r.Purchase = &contract.Purchase{
			ID: run.LineID, Kind: contract.PurchaseRecharge, Way: contract.PaySavedCard, UserID: "u1", Payment: &contract.Payment{ID: PurchasePayment, CardID: "card-1"},
		}
	})
}

func (b *AutoRechargeBooks) RecordAutoTry(_ context.Context, run contract.AutoRun, in contract.AutoTried) (contract.AutoRun, error) {
	return b.save("record-try", run, func(r *contract.AutoRun) {
		figures := autorecharge.Figures{RetryDays: []int{1, 3}}
		if in.Refused != "" {
			*r = autorecharge.After(*r, in.Refused, "", figures)
		} else {
			*r, _ = autorecharge.Settle(*r, b.purchaseOf(r.Try), figures)
		}
		if r.Stage == contract.AutoWaiting {
			r.NextTry = in.Now.Add(b.Soon)
		}
	})
}

// purchaseOf returns the purchase of a try as the activity would read it.
func (b *AutoRechargeBooks) purchaseOf(try int) contract.Purchase {
	switch {
	case b.Looks > 0:
		b.Looks--
		return contract.Purchase{Stage: contract.PurchasePaying}
	case try <= b.Declines:
		return contract.Purchase{Stage: contract.PurchaseFailed, FailureCode: contract.FailPaymentDeclined}
	default:
		return contract.Purchase{Stage: contract.PurchaseCompleted}
	}
}
