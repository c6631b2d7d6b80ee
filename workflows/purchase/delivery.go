package purchase

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

// deliver delivers the purchase. A final refusal ends it, so that the money goes back by itself.
func (p *purchaseRun) deliver(ctx workflow.Context) error {
	return p.RunOrEscalate(ctx, contract.WorkDeliver, func(ctx workflow.Context) error {
		if err := p.keepCard(ctx); err != nil {
			return err
		}
		if err := p.switchPlan(ctx); err != nil {
			return err
		}
		handed, err := p.deliverByPartner(ctx)
		if err != nil {
			return err
		}
		err = p.recordDelivery(ctx, handed)
		if err != nil && purchase.Undeliverable(process.CodeOf(err)) {
			return process.Ending(process.CodeOf(err))
		}
		return err
	})
}

// recordDelivery records the delivery in our books.
func (p *purchaseRun) recordDelivery(ctx workflow.Context, handed contract.PurchaseHandedOver) error {
	handed.At = process.At(ctx)
	return p.Apply(ctx, "Deliver the purchase", purchases.DeliverPurchase, handed)
}

// keepCard saves the card that paid: either the saved card is what is bought, or the customer asked for it while paying.
func (p *purchaseRun) keepCard(ctx workflow.Context) error {
	if p.State.Payment == nil || p.later.kept {
		return nil
	}
	if purchase.Definitions[p.State.Kind].Delivers != purchase.Keep {
		cardpayment.Keep(ctx, p.paymentInput(), *p.State.Payment, p.Attention)
		return nil
	}
	return p.Do(process.WithGatewayPolicy(ctx, "Save the card"), nil, payments.KeepCard, p.paymentInput())
}

// switchPlan lets the process of the line's plan make a switch that was paid for. After that only our own books are left
// to do.
func (p *purchaseRun) switchPlan(ctx workflow.Context) error {
	if purchase.Definitions[p.State.Kind].Delivers != purchase.Switch {
		return nil
	}
	order := contract.SwitchOrder{PurchaseID: p.State.ID, LineID: p.State.LineID, Way: p.State.Way, Switch: *p.State.Switch}
	err := p.Do(process.WithGatewayPolicy(ctx, "Switch the plan"), nil, switches.SwitchPlan, order)
	if err != nil && purchase.Refused(process.CodeOf(err)) {
		return process.Ending(process.CodeOf(err))
	}
	return err
}

// returnMoney refunds the payment to its source.
func (p *purchaseRun) returnMoney(ctx workflow.Context, reason contract.Code) error {
	if arrived, err := p.checkArrival(ctx, reason); err != nil || arrived {
		return err
	}
	if reason == contract.EndedBySupport {
		reason = contract.EndedPurchaseBySupport
	}
	if p.State.Stage != contract.PurchaseRefunding {
		if err := p.Apply(ctx, "Return the money", purchases.BeginPurchaseRefund, contract.PurchaseEnding{At: process.At(ctx), Reason: reason}); err != nil {
			return err
		}
	}
	return p.RunOrEscalate(ctx, contract.WorkRefund, p.refund)
}

func (p *purchaseRun) refund(ctx workflow.Context) error {
	if p.State.Payment != nil {
		request := contract.RefundRequest{PaymentID: p.State.Payment.ID, Amount: p.State.Total}
		// A slow refund must not be sent twice: the call has all its time at once.
		if err := process.Do(process.WithGatewayPolicy(ctx, "Refund the card"), p.Attention, nil, payments.RefundPayment, request); err != nil {
			return err
		}
	}
	return p.bookRefund(ctx, false)
}

func (p *purchaseRun) bookRefund(ctx workflow.Context, byHand bool) error {
	back := contract.PurchaseRefunded{At: process.At(ctx), ByHand: byHand}
	return p.Apply(ctx, "Record the refund in the ledger", purchases.RecordPurchaseRefund, back)
}
