package purchase

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/process"
)

// deliverByPartner calls the partner that delivers the purchase, if there is one. After that only our own books are left to do.
// A refusal of the partner refunds the money. Our empty account at the partner is no refusal: support fills it and
// retries.
func (p *purchaseRun) deliverByPartner(ctx workflow.Context) (handed contract.PurchaseHandedOver, err error) {
	switch purchase.Definitions[p.State.Kind].Delivers {
	case purchase.TopUp:
		handed.Sent = &contract.TopUpSent{}
		err = p.Do(process.WithGatewayPolicy(ctx, "Send the top-up"), handed.Sent, topups.SendTopUp, p.topUp())
	case purchase.Begin:
		handed.Begun = &contract.ContentBegun{}
		err = p.Do(process.WithGatewayPolicy(ctx, "Start the service"), handed.Begun, contents.BeginContent, p.content())
	case purchase.Code:
		handed.Sold, err = p.buyCode(ctx)
	case purchase.Credit, purchase.Bucket, purchase.Keep, purchase.Switch, purchase.Bill, purchase.CreditTransfer, purchase.DataTransfer: // our own books deliver these
	}
	if err != nil && purchase.RefundsItself(p.State, process.CodeOf(err)) {
		err = process.Ending(process.CodeOf(err))
	}
	return handed, err
}

// inquiriesWithoutOrder is the number of inquiries that an order may take to appear at the partner: about six minutes.
const inquiriesWithoutOrder = 5

// buyCode orders a code once and then asks about it: the partner knows no idempotency key, so a second order would buy a
// second code. Only an order that the partner never got is sent again. If no code comes, support has it ordered anew: after
// six minutes if the partner still knows no order, else after half an hour.
func (p *purchaseRun) buyCode(ctx workflow.Context) (*contract.GameSold, error) {
	ask := any(games.BuyGame)
	for n := 0; ; n++ {
		sold := &contract.GameSold{}
		err := process.Do(process.WithOneTryPolicy(ctx, "Buy the code"), p.Attention, sold, ask, p.game())
		switch {
		case err == nil && sold.Missing == "":
			return sold, nil
		case err != nil && (temporal.IsCanceledError(err) || process.CodeOf(err) != contract.FailOutsideSystem):
			return nil, err
		case sold.Missing != contract.GameNotSent:
			ask = games.FindGame
		}
		if n == len(process.InquiryPauses)-1 || n == inquiriesWithoutOrder && sold.Missing == contract.GameNoOrder {
			return nil, process.Refuse(contract.FailOutsideSystem)
		}
		wait := process.Wait{For: "ask about the code again", Limit: process.PauseBefore(n), Then: "the partner is asked; held for support after five times without an order, or seven times without a code"}
		if err := process.Pause(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (p *purchaseRun) topUp() contract.TopUpOrder {
	return contract.TopUpOrder{PurchaseID: p.State.ID, Mobile: p.State.International.Mobile, ProductID: p.State.International.ProductID}
}

func (p *purchaseRun) content() contract.ContentOrder {
	return contract.ContentOrder{PurchaseID: p.State.ID, LineID: p.State.LineID, PartnerCode: p.State.Service.PartnerCode}
}

func (p *purchaseRun) game() contract.GameOrder {
	g := p.State.Game
	return contract.GameOrder{PurchaseID: p.State.ID, PartnerCode: g.PartnerCode, Email: g.Email, Mobile: g.Mobile}
}

// checkArrival checks at the partner before support's cancellation refunds the money, because the outcome may be unknown.
// A top-up or a code that has arrived counts as delivered; a service is ended free of charge.
func (p *purchaseRun) checkArrival(ctx workflow.Context, reason contract.Code) (arrived bool, err error) {
	if reason != contract.EndedBySupport || !purchase.ByPartner(p.State.Kind) {
		return false, nil
	}
	err = p.RunOrEscalate(ctx, contract.WorkRefund, func(ctx workflow.Context) error {
		if p.State.Service != nil {
			return p.Do(process.WithGatewayPolicy(ctx, "End the service"), nil, contents.EndContent, p.content())
		}
		handed, err := p.findDelivery(ctx)
		if err != nil || handed == nil {
			return err
		}
		arrived = true
		return p.recordDelivery(ctx, *handed)
	})
	return arrived, err
}

// findDelivery returns the delivery that has arrived after all; nil if nothing has and nothing ever will.
func (p *purchaseRun) findDelivery(ctx workflow.Context) (*contract.PurchaseHandedOver, error) {
	if p.State.Game != nil {
		var cancelled contract.GameCancelled
		err := p.Do(process.WithGatewayPolicy(ctx, "Cancel the code"), &cancelled, games.CancelGame, p.game())
		if err != nil || cancelled.Sold == nil {
			return nil, err
		}
		return &contract.PurchaseHandedOver{Sold: cancelled.Sold}, nil
	}
	var found contract.TopUpFound
	err := p.Do(process.WithGatewayPolicy(ctx, "Check the top-up"), &found, topups.FindTopUp, p.topUp())
	if err != nil || found.Sent == nil {
		return nil, err
	}
	return &contract.PurchaseHandedOver{Sent: found.Sent}, nil
}
