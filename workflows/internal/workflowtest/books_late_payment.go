package workflowtest

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

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
	p := *order.PaymentByID(b.Last(), in.Payment.ID)
	p.Status = contract.PaymentRefunded
	return b.save(order.WithPayment(b.Last(), p), "late-refund "+p.ID)
}
