package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// listenLate takes that the order waits for longer than is usual. It is found from outside, so that what is usual may change each
// day; one that has gone on meanwhile has nothing to write.
func (o *orderRun) listenLate(ctx workflow.Context, news contract.OrderLate) {
	if !order.BecomesLate(o.State, news) {
		return
	}
	late := contract.OrderIsLate{At: run.At(ctx), OrderLate: news}
	o.Noted(ctx, "late", o.applyAndShow(ctx, "The order is late", orders.NoteLate, late))
}

// lateness is the search attribute of orders that wait for longer than is usual.
func (o *orderRun) lateness(before contract.Order) []run.Attribute {
	if (before.Late == nil) == (o.State.Late == nil) {
		return nil
	}
	return []run.Attribute{run.Late.ValueSet(o.State.Late != nil)}
}
