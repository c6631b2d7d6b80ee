// Package purchase holds the process of a purchase outside an order: open, pay, deliver, complete.
package purchase

import (
	"go.temporal.io/sdk/workflow"

	gamesacts "selfcare/activities/games"
	paymentacts "selfcare/activities/payment"
	purchaseacts "selfcare/activities/purchase"
	topupacts "selfcare/activities/topup"
	vasacts "selfcare/activities/vas"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	purchases *purchaseacts.Activities
	payments  *paymentacts.Activities
	switches  *purchaseacts.Switching
	topups    *topupacts.Activities
	contents  *vasacts.Activities
	games     *gamesacts.Activities
)

// Purchase takes the money for one thing and delivers it. A delivery that fails is held for support; if it stays impossible,
// the money is refunded. Cancelling the workflow from outside has no effect, because money may have moved.
func Purchase(ctx workflow.Context, in contract.PurchaseInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	p, err := receive(ctx, in)
	if err != nil {
		return err
	}
	return p.Drain(ctx, p.runPhases(ctx))
}

// purchaseRun is one purchase while it runs.
type purchaseRun struct {
	*process.Process[contract.Purchase]
	in      contract.PurchaseInput
	paysBy  *contract.OpenPurchase // set once it is open
	refused error                  // why the purchase was not opened
	later   activation             // decisions about a purchase with a day of its own
	reports *cardpayment.Reports
}

func receive(ctx workflow.Context, in contract.PurchaseInput) (*purchaseRun, error) {
	p := &purchaseRun{in: in, reports: cardpayment.NewReports()}
	p.Process = process.Open(ctx, in.Purchase, desk{p}, p.updateAttributes)
	p.Show = p.show
	p.Seq = func() int64 { return p.State.Seq }
	anything := func(contract.OpenPurchase) error { return nil }
	if err := process.RegisterSlowUpdate(p.Process, ctx, contract.UpdateOpenPurchase, anything, p.open); err != nil {
		return nil, err
	}
	may := func(d contract.Resolution) error { return process.Refusal(purchase.ValidateResolution(p.State, d)) }
	if err := process.RegisterDecision(p.Process, ctx, contract.UpdateResolve, may, p.resolve); err != nil {
		return nil, err
	}
	if err := p.registerDayChanges(ctx); err != nil {
		return nil, err
	}
	if err := process.RegisterSlowUpdate(p.Process, ctx, contract.UpdateEnterWalletCode, p.validateCode, p.enterCode); err != nil {
		return nil, err
	}
	event := func(m contract.PaymentReported) string { return m.EventID }
	return p, process.Listen(p.Process, contract.SignalPaymentReported, event, p.noteReport)
}

// noteReport takes a report of the payment as a trigger for an inquiry.
func (p *purchaseRun) noteReport(_ workflow.Context, m contract.PaymentReported) {
	p.reports.Note(m.PaymentID)
}

func (p *purchaseRun) validateCode(in contract.WalletCode) error {
	if p.State.Payment != nil && p.State.Payment.ID != in.PaymentID {
		return process.Refuse(contract.FailWalletCodeNotAsked)
	}
	return cardpayment.ValidateCode(p.State.Payment)
}

// enterCode hands in the code of the wallet that pays.
func (p *purchaseRun) enterCode(ctx workflow.Context, in contract.WalletCode) (contract.Purchase, error) {
	isOpen := func() bool { return p.validateCode(in) == nil }
	err := cardpayment.EnterCode(ctx, in, p.reports, isOpen)
	return p.State, err
}

func (p *purchaseRun) runPhases(ctx workflow.Context) error {
	if err := p.awaitOpening(ctx); err != nil {
		return err
	}
	err := p.beginService(ctx)
	reason, calledOff := process.EndingOf(err)
	switch {
	case err != nil && !calledOff:
		return err
	case p.State.Stage.Closed():
		return p.watchReversal(ctx)
	default: // the delivery is impossible, or the charge only verified the card
		if err := p.returnMoney(ctx, reason); err != nil {
			return err
		}
		return p.watchReversal(ctx) // support was too late: the top-up had arrived
	}
}

func (p *purchaseRun) beginService(ctx workflow.Context) error {
	if p.State.Stage.Closed() { // the workflow was started a second time
		return nil
	}
	if err := p.takePayment(ctx); err != nil || p.State.Stage.Closed() {
		return err
	}
	if err := p.awaitDay(ctx); err != nil {
		return err
	}
	return p.deliver(ctx)
}

// open writes the purchase and answers with it once the first outcome of its payment is known.
func (p *purchaseRun) open(ctx workflow.Context, in contract.OpenPurchase) (contract.Purchase, error) {
	if p.paysBy == nil {
		err := p.Apply(ctx, "Open the purchase", purchases.OpenPurchase, contract.PurchaseOpening{At: process.At(ctx), Kept: in.Kept})
		if err != nil {
			p.refused = err
			return contract.Purchase{}, err
		}
		p.paysBy = &in
	}
	wait := process.Wait{For: "the first answer", Owner: "the charge, or the delivery: it is quick"}
	_, err := p.Await(ctx, wait, p.hasAnswer)
	return p.State, err
}

// hasAnswer reports whether the customer can get an answer: the bank's page, an unknown outcome, or the end.
func (p *purchaseRun) hasAnswer() bool {
	switch p.State.Stage {
	case contract.PurchasePaying:
		return p.State.Payment.Status != contract.PaymentProcessing
	case contract.PurchaseDelivering:
		return purchase.TakesTime(p.State.Kind) // the network or a partner may take long
	default:
		return true
	}
}

// awaitOpening waits for the update that started the workflow. An update that is refused or lost leaves no purchase behind. A
// purchase that another process opened continues from its row.
func (p *purchaseRun) awaitOpening(ctx workflow.Context) error {
	if p.State.Seq > 0 {
		paysBy := purchase.PaysBy(p.State)
		p.paysBy = &paysBy
		return p.Apply(ctx, "Accept the purchase", purchases.AdoptPurchase, process.At(ctx))
	}
	wait := process.Wait{For: "the first step", Limit: process.OpenTimeout, Then: "the start is forgotten; nothing was bought"}
	err := p.AwaitOpening(ctx, wait, func() bool { return p.paysBy != nil || p.refused != nil })
	switch {
	case err != nil:
		return err
	case p.refused != nil:
		return process.Ending(process.CodeOf(p.refused))
	case p.paysBy == nil:
		return process.Ending(contract.FailPurchaseUnknown)
	default:
		return nil
	}
}

// takePayment takes the money, if it goes through the provider. A refused payment ends the purchase as failed. A write that
// our books refuse is held, because money may have moved.
func (p *purchaseRun) takePayment(ctx workflow.Context) error {
	if p.State.Payment == nil {
		return nil
	}
	settled := cardpayment.Charge(ctx, p.paymentInput(), p.reports, p.Attention, func(now contract.Payment) {
		p.NoteNews(ctx, "payment", p.record(ctx, now))
	})
	return p.RunOrEscalate(ctx, contract.WorkDeliver, func(ctx workflow.Context) error { return p.record(ctx, settled) })
}

func (p *purchaseRun) paymentInput() contract.PaymentInput {
	in := contract.PaymentInput{
		PaymentID: p.State.Payment.ID, CardToken: p.paysBy.CardToken, Wallet: p.paysBy.Wallet, ReturnURL: p.paysBy.ReturnURL,
		Amount: p.State.Total, TTL: p.in.PaymentTTL, Kept: p.paysBy.Kept,
	}
	if p.State.Auto != nil {
		in.Unattended, in.TTL = true, p.State.Auto.Within
	}
	return in
}

// record records the outcome of the payment.
func (p *purchaseRun) record(ctx workflow.Context, now contract.Payment) error {
	paid := contract.PurchasePaid{At: process.At(ctx), Payment: now}
	return p.Apply(ctx, "Payment is "+string(now.Status), purchases.RecordPurchasePayment, paid)
}
