package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// listenLate records that the order waits for longer than usual. Another process finds this out, so that the usual time may
// change each day. An order that has moved on meanwhile records nothing.
func (o *orderRun) listenLate(ctx workflow.Context, news contract.OrderLate) {
	if !order.BecomesLate(o.State, news) {
		return
	}
	late := contract.OrderIsLate{At: process.At(ctx), OrderLate: news}
	o.NoteNews(ctx, "late", o.applyAndShow(ctx, "The order is late", orders.NoteLate, late))
}

// lateness returns the search attribute of orders that wait for longer than usual.
func (o *orderRun) lateness(before contract.Order) []process.Attribute {
	if (before.Late == nil) == (o.State.Late == nil) {
		return nil
	}
	return []process.Attribute{process.Late.ValueSet(o.State.Late != nil)}
}
