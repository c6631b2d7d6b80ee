package workflowtest

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// CompletedOrder is an order that may be refunded.
func CompletedOrder() contract.Order {
	o := NewOrder().Order
	o.Stage, o.Step = contract.StageActive, contract.StepOrderDetails
	o.Contact = &contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"}
	o.Price = &contract.Price{Total: Total, VAT: 1435}
	o.Payments = []contract.Payment{{ID: "p1", Status: contract.PaymentPaid, Amount: Total}}
	return o
}

// Has puts an order of another workflow into the books.
func (b *Books) Has(o contract.Order) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.states = append(b.states, o)
}

func (b *Books) BeginRefund(_ context.Context, _ string, in contract.RefundDecided) (contract.Order, error) {
	o := b.Last()
	if order.RefundDecidedBy(o, in.Decision.Key) {
		return o, nil
	}
	return b.save(order.WithRefund(o, in.Decision.Key, in.Now), "begin-refund "+in.Decision.Key)
}

func (b *Books) FlagRefund(_ context.Context, o contract.Order, in contract.RefundFlagged) (contract.Order, error) {
	return b.save(order.RefundFlagged(o, in.FailureCode), "flag-refund "+string(in.FailureCode))
}

func (b *Books) CompleteRefund(_ context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	var reward contract.Halalas
	if o.Referral != "" {
		reward = 2500
	}
	return b.save(order.Refunded(o, reward, in.Now), fmt.Sprintf("complete-refund %d", o.Refund.Amount))
}

func (b *Books) RecordLatePayment(_ context.Context, in contract.LatePaymentMoved) (contract.LateMoney, error) {
	o := b.Last()
	late := order.LateMoney(o, in.Payment)
	if late == nil {
		return contract.LateMoney{Number: o.Number}, nil
	}
	o, err := b.save(order.WithPayment(o, *late), "record-late "+late.ID)
	return contract.LateMoney{Number: o.Number, Due: late.Amount}, err
}

func (b *Books) RecordLateRefund(_ context.Context, in contract.LatePaymentMoved) (contract.Order, error) {
	known := *order.PaymentByID(b.Last(), in.Payment.ID)
	p, err := order.Returned(known, known.Amount)
	if err != nil {
		return b.Last(), No(contract.FailRefundRefused)
	}
	return b.save(order.WithPayment(b.Last(), p), "late-refund "+p.ID)
}
