// Package casework passes decisions of staff on to waiting work. Every deciding call goes through it.
package casework

import (
	"context"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/port"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/flow"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

// Decisions routes each decision to its process.
type Decisions struct {
	*middleware.Core
	Orders        orderUpdater
	Purchases     purchaseResolver
	Deactivations deactivationResolver
	PortOuts      portOutResolver
	Plans         planResolver
	Refunds       refundDecider
	Requests      refundRequests
	Bills         billCrediter
	Banks         bankPayments
	Differences   differences
	Statements    paymentStatements
	Paid          paidFor
	Told          teller
	Entries       changeLog
}

type billCrediter interface {
	Credit(ctx context.Context, in contract.InvoiceCredit) (number string, err error)
}

type bankPayments interface {
	Get(ctx context.Context, id string) (bill.BankPayment, bool, error)
}

type differences interface {
	Item(ctx context.Context, id string) (i settlement.Item, known bool, err error)
}

type orderUpdater interface {
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
}

type purchaseResolver interface {
	Resolve(ctx context.Context, number, key string, in contract.Resolution) (contract.Purchase, error)
}

type deactivationResolver interface {
	Resolve(ctx context.Context, lineID, key string, in contract.Resolution) (contract.Deactivation, error)
}

type portOutResolver interface {
	Resolve(ctx context.Context, reference, key string, in contract.Resolution) (contract.PortOut, error)
}

type planResolver interface {
	Resolve(ctx context.Context, s contract.PlanSubscription, key string, in contract.Resolution) (contract.PlanSubscription, error)
}

type changeLog interface {
	Change(ctx context.Context, e audit.Record, change func(tx *store.Tx) error) error
}

// DecideOrder passes a decision on to a held order. Its workflow refuses a decision that is not allowed.
func (d *Decisions) DecideOrder(ctx context.Context, o contract.Order, in contract.Resolution) (contract.Order, error) {
	current := middleware.RequestOf(ctx)
	in.Actor = current.User.ID
	return flow.SendFromRow(ctx, o.Seq, func() (contract.Order, error) {
		return d.Orders.Update(ctx, o.Number, contract.UpdateResolve, current.Key, in)
	})
}

// DecidePurchase passes a decision on to a held purchase.
func (d *Decisions) DecidePurchase(ctx context.Context, p contract.Purchase, in contract.Resolution) (contract.Purchase, error) {
	current := middleware.RequestOf(ctx)
	in.Actor = current.User.ID
	if err := purchase.ValidateResolution(p, in); err != nil {
		return p, err
	}
	return flow.SendFromRow(ctx, p.Seq, func() (contract.Purchase, error) {
		return d.Purchases.Resolve(ctx, p.Number, current.Key, in)
	})
}

// DecideDeactivation passes a decision on to a held deactivation.
func (d *Decisions) DecideDeactivation(ctx context.Context, of contract.Deactivation, in contract.Resolution) (contract.Deactivation, error) {
	current := middleware.RequestOf(ctx)
	in.Actor = current.User.ID
	if err := ending.ValidateResolution(of, in); err != nil {
		return of, err
	}
	return flow.SendFromRow(ctx, of.Seq, func() (contract.Deactivation, error) {
		return d.Deactivations.Resolve(ctx, of.LineID, current.Key, in)
	})
}

// DecidePlan tells the network the service level of a line's plan again at once.
func (d *Decisions) DecidePlan(ctx context.Context, s contract.PlanSubscription, in contract.Resolution) (contract.PlanSubscription, error) {
	current := middleware.RequestOf(ctx)
	in.Actor = current.User.ID
	if err := subscription.ValidateResolution(s, in); err != nil {
		return s, err
	}
	return flow.SendFromRow(ctx, s.Seq, func() (contract.PlanSubscription, error) { return d.Plans.Resolve(ctx, s, current.Key, in) })
}

// DecidePortOut passes a decision on to a held request of another operator.
func (d *Decisions) DecidePortOut(ctx context.Context, p contract.PortOut, in contract.Resolution) (contract.PortOut, error) {
	current := middleware.RequestOf(ctx)
	in.Actor = current.User.ID
	if err := port.ValidateResolution(p, in); err != nil {
		return p, err
	}
	return flow.SendFromRow(ctx, p.Seq, func() (contract.PortOut, error) {
		return d.PortOuts.Resolve(ctx, p.Reference, current.Key, in)
	})
}
