package workflowtest

import (
	"context"
	"sync"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// PurchaseBooks fake the writes of a purchase. By default everything succeeds.
type PurchaseBooks struct {
	*Journal
	mu    sync.Mutex
	saved contract.Purchase
}

// NewPurchaseBooks makes empty books.
func NewPurchaseBooks(j *Journal) *PurchaseBooks { return &PurchaseBooks{Journal: j} }

// Has puts a purchase into the books.
func (b *PurchaseBooks) Has(p contract.Purchase) { b.saved = p }

// Last is the last written state of the purchase.
func (b *PurchaseBooks) Last() contract.Purchase {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// save is one write. A state that is older than the saved one is answered with the saved one.
func (b *PurchaseBooks) save(p contract.Purchase, effect string) (contract.Purchase, error) {
	if err := b.try(effect); err != nil {
		return p, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.Seq > p.Seq {
		return p, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	p.Seq++
	b.saved = p
	b.write(effect)
	return p, b.lost(effect)
}

func (b *PurchaseBooks) OpenPurchase(_ context.Context, p contract.Purchase, in contract.PurchaseOpening) (contract.Purchase, error) {
	if p.Seq > 0 {
		return p, nil
	}
	p = purchase.Opened(p)
	p.Seq = 0 // save adds one
	return b.save(p, "open")
}

func (b *PurchaseBooks) MoveActivation(_ context.Context, p contract.Purchase, in contract.PurchaseMoved) (contract.Purchase, error) {
	if p.EffectiveAt.Equal(in.EffectiveAt) {
		return p, nil
	}
	p.EffectiveAt = in.EffectiveAt
	return b.save(p, "move")
}

// StartPurchase fakes the start of the purchase's own workflow.
func (b *PurchaseBooks) StartPurchase(_ context.Context, p contract.Purchase) error {
	if err := b.try("start"); err != nil {
		return err
	}
	b.write("start " + p.Number)
	return nil
}

// AdoptPurchase answers a purchase that was started twice with its saved state.
func (b *PurchaseBooks) AdoptPurchase(_ context.Context, p contract.Purchase, _ contract.At) (contract.Purchase, error) {
	if err := b.try("adopt"); err != nil {
		return p, err
	}
	b.write("adopt")
	if last := b.Last(); last.Seq > p.Seq {
		return p, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, last)
	}
	return p, nil
}

// SwitchPlan fakes the process of the line's plan.
func (b *PurchaseBooks) SwitchPlan(_ context.Context, in contract.SwitchOrder) error {
	if err := b.try("switch-plan"); err != nil {
		return err
	}
	b.write("switch-plan " + in.Switch.PlanID)
	return b.lost("switch-plan")
}

func (b *PurchaseBooks) RecordPurchasePayment(_ context.Context, p contract.Purchase, in contract.PurchasePaid) (contract.Purchase, error) {
	if !purchase.PaymentMoves(p, in.Payment.Status) {
		return p, nil
	}
	return b.save(purchase.Paid(p, in.Payment), "payment "+string(in.Payment.Status))
}

func (b *PurchaseBooks) DeliverPurchase(_ context.Context, p contract.Purchase, in contract.PurchaseHandedOver) (contract.Purchase, error) {
	if !p.CompletedAt.IsZero() {
		return p, nil
	}
	return b.save(purchase.Delivered(purchase.Sent(p, in), in.Now), "deliver")
}

func (b *PurchaseBooks) HoldPurchase(_ context.Context, p contract.Purchase, in contract.PurchaseHeldUp) (contract.Purchase, error) {
	if p.Held != nil {
		return p, nil
	}
	return b.save(purchase.HeldUp(p, in), "hold "+string(in.FailureCode))
}

func (b *PurchaseBooks) ResumePurchase(_ context.Context, p contract.Purchase, in contract.PurchaseResumed) (contract.Purchase, error) {
	if p.Held == nil {
		return p, nil
	}
	return b.save(purchase.Resumed(p), "resume "+in.Resolution.Action)
}

func (b *PurchaseBooks) BeginPurchaseRefund(_ context.Context, p contract.Purchase, in contract.PurchaseEnding) (contract.Purchase, error) {
	if p.Stage == contract.PurchaseRefunding || p.Stage.Closed() {
		return p, nil
	}
	return b.save(purchase.Refunding(p, in.Reason), "give-back "+string(in.Reason))
}

func (b *PurchaseBooks) RecordPurchaseRefund(_ context.Context, p contract.Purchase, in contract.PurchaseRefunded) (contract.Purchase, error) {
	if !p.RefundedAt.IsZero() {
		return p, nil
	}
	effect := "refunded"
	if in.ByHand {
		effect += " by hand"
	}
	return b.save(purchase.Refunded(p, in.Now), effect)
}

func (b *PurchaseBooks) ReverseTopUp(_ context.Context, p contract.Purchase, in contract.PurchaseRefunded) (contract.Purchase, error) {
	if !p.RefundedAt.IsZero() {
		return p, nil
	}
	return b.save(purchase.Reversed(p, in.Now), "reverse")
}

func (b *PurchaseBooks) RecordLatePurchasePayment(_ context.Context, in contract.LatePaymentMoved) (contract.LateMoney, error) {
	p := purchase.LatePaid(b.Last())
	_, err := b.save(p, "record-late "+in.Payment.ID)
	return contract.LateMoney{Number: p.Number, Due: p.Total}, err
}

func (b *PurchaseBooks) RecordLatePurchaseRefund(_ context.Context, in contract.LatePaymentMoved) (contract.Purchase, error) {
	return b.save(purchase.Refunded(b.Last(), in.Now), "late-refund "+in.Payment.ID)
}
