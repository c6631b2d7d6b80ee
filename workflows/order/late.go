package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// listenLate takes that the order waits for longer than is usual. It is found from outside, so that what is usual may change each
// day; one that has gone on meanwhile has nothing to write.
func (o *orderRun) listenLate(ctx workflow.Context, news contract.OrderLate) {
	if !order.BecomesLate(o.State, news) {
		return
	}
	late := contract.OrderIsLate{At: process.At(ctx), OrderLate: news}
	o.NoteNews(ctx, "late", o.applyAndShow(ctx, "The order is late", orders.NoteLate, late))
}

// lateness is the search attribute of orders that wait for longer than is usual.
func (o *orderRun) lateness(before contract.Order) []process.Attribute {
	if (before.Late == nil) == (o.State.Late == nil) {
		return nil
	}
	return []process.Attribute{process.Late.ValueSet(o.State.Late != nil)}
}
