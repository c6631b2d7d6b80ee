package order

import (
	"errors"
	"slices"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

// payment is what the order is paid with, and what goes back.
type payment struct {
	*orderRun
	open     int                  // payments whose outcome is awaited
	followed map[string]bool      // payments that ever were
	reports  *cardpayment.Reports // what the provider reported of them
	doubted  map[string]bool      // payments that are over and asked about again
}

func (p *payment) validatePayment(in contract.PayRequest) error {
	switch {
	case order.PaymentByID(p.State, in.PaymentID) != nil:
		return nil // the same click again
	case p.isPaid():
		return process.Refuse(contract.FailAlreadyPaid)
	default:
		return p.validateStep(contract.StepPayment)
	}
}

// pay starts an attempt and answers as soon as the provider has said anything: paid, declined, 3-D Secure, or not known yet.
func (p *payment) pay(ctx workflow.Context, in contract.PayRequest) (contract.Order, error) {
	if begun := order.SameCardAtBank(p.State, in.Kept); begun != nil {
		in.PaymentID = begun.ID
	}
	if known := order.PaymentByID(p.State, in.PaymentID); known == nil || p.isForgotten(*known) {
		if err := p.begin(ctx, in); err != nil {
			return contract.Order{}, err
		}
	}
	wait := process.Wait{For: "the provider's first answer", Owner: "the charge: without an answer the payment is pending"}
	_, err := p.Await(ctx, wait, func() bool {
		return p.State.Held != nil || order.PaymentByID(p.State, in.PaymentID).Status != contract.PaymentProcessing
	})
	return p.State, err
}

func (p *payment) begin(ctx workflow.Context, in contract.PayRequest) error {
	opened := contract.Payment{
		ID: in.PaymentID, Status: contract.PaymentProcessing, Amount: p.State.Price.Total, At: process.Now(ctx),
	}
	if in.Kept != nil {
		opened.CardID = in.Kept.CardID
	}
	moved := contract.PaymentMoved{
		At: process.At(ctx), Payment: opened, HoldFor: p.settings.PaymentTTL + p.settings.HoldFor/3, HoldCap: p.settings.HoldCap,
		Kept: in.Kept,
	}
	allowed := func() error {
		switch {
		case order.PaymentByID(p.State, in.PaymentID) != nil:
			return errAlreadyOpen
		case p.State.Price.Total != opened.Amount:
			return process.Refuse(contract.FailPriceChanged)
		default:
			return p.validatePayment(in)
		}
	}
	err := p.ApplyIf(ctx, allowed, "Open the payment", orders.OpenPayment, moved)
	if err != nil && !errors.Is(err, errAlreadyOpen) {
		return err
	}
	p.goes(in.PaymentID, func(ctx workflow.Context) {
		p.follow(ctx, contract.PaymentInput{
			OrderID: p.State.ID, PaymentID: in.PaymentID, CardToken: in.CardToken, Wallet: in.Wallet, ReturnURL: in.ReturnURL,
			Amount: opened.Amount, TTL: p.settings.PaymentTTL, Kept: in.Kept,
		})
	})
	return nil
}

// goes follows a payment beside everything else, once.
func (p *payment) goes(paymentID string, follow func(workflow.Context)) {
	if p.followed[paymentID] {
		return
	}
	p.followed[paymentID] = true
	p.open++
	p.Go(func(ctx workflow.Context) {
		defer func() { p.open-- }()
		follow(ctx)
	})
}

// isForgotten tells that a payment was opened and nobody follows it: its click was forgotten with the worker that had it.
func (p *payment) isForgotten(one contract.Payment) bool {
	return !one.Status.Settled() && !p.followed[one.ID]
}

// followOn asks about payments that were forgotten. One whose click has come again is charged by it, also where that click still waits for
// the step before it, by which the order caught up. What the provider has never seen has taken no money, and its customer pays anew.
func (p *payment) followOn() {
	if !slices.ContainsFunc(p.State.Payments, p.isForgotten) {
		return
	}
	p.Go(func(ctx workflow.Context) {
		wait := process.Wait{For: "clicks that may be those of a forgotten payment", Owner: "the click: it is answered with the provider's first word"}
		if _, err := process.Await(ctx, wait, func() bool { return p.InFlight(contract.UpdatePay) == 0 }); err != nil {
			return
		}
		for _, one := range p.State.Payments {
			if p.isForgotten(one) {
				p.goes(one.ID, func(ctx workflow.Context) { p.settle(ctx, p.learn(ctx, one)) })
			}
		}
	})
}

var errAlreadyOpen = errors.New("the same click opened the payment")

// follow follows one attempt to its end, also after the order took another card or was cancelled: money that
// arrives when it is not wanted any more goes back.
func (p *payment) follow(ctx workflow.Context, in contract.PaymentInput) {
	settled := cardpayment.Card(ctx, in, p.reports, p.Attention, func(now contract.Payment) { p.record(ctx, now) })
	p.settle(ctx, settled)
	cardpayment.Keep(ctx, in, settled, p.Attention)
}

// settle writes the outcome down. A payment that buys nothing any more is given back at once.
func (p *payment) settle(ctx workflow.Context, now contract.Payment) {
	p.record(ctx, now)
	if known := order.PaymentByID(p.State, now.ID); known.Double && known.Status == contract.PaymentPaid {
		p.giveBack(ctx, *known)
	}
}

// listenReport takes a report as a reason to ask. One about a payment that is over, declined for all we know, may mean
// that money was taken after all.
func (p *payment) listenReport(ctx workflow.Context, report contract.PaymentReported) {
	known := order.PaymentByID(p.State, report.PaymentID)
	switch {
	case known == nil || known.Status == contract.PaymentPaid || known.Status == contract.PaymentRefunded:
	case !known.Status.Settled() || p.doubted[known.ID]:
		p.reports.Note(known.ID)
	default:
		p.doubted[known.ID] = true
		p.Go(func(ctx workflow.Context) { p.askAgain(ctx, *known) })
	}
}

func (p *payment) askAgain(ctx workflow.Context, over contract.Payment) {
	defer delete(p.doubted, over.ID)
	if now := p.learn(ctx, over); now.Status == contract.PaymentPaid {
		p.settle(ctx, now)
	}
}

// learn asks what became of a payment until the provider knows.
func (p *payment) learn(ctx workflow.Context, one contract.Payment) contract.Payment {
	in := contract.PaymentInput{OrderID: p.State.ID, PaymentID: one.ID, Amount: one.Amount}
	return cardpayment.Learn(ctx, in, p.reports, p.Attention)
}

// record writes down what became of a payment. What our own books refuse is held: money may have moved. Where support calls
// the order off, or the customer did meanwhile, the money buys nothing and can be written down.
func (p *payment) record(ctx workflow.Context, now contract.Payment) {
	for {
		err := p.RunOrEscalate(ctx, contract.WorkSellNumber, func(ctx workflow.Context) error {
			moved := contract.PaymentMoved{
				At: process.At(ctx), Payment: now, Unwanted: p.cancelReason != "",
				PromiseWithin: p.settings.ESIM.ReadyWithin, ChooseWithin: p.settings.NumberLostTTL,
			}
			return p.Apply(ctx, "Payment is "+string(now.Status), orders.RecordPayment, moved)
		})
		reason, calledOff := process.EndingOf(err)
		if !calledOff {
			if err != nil {
				workflow.GetLogger(ctx).Error("payment could not be recorded", "error", err)
			}
			return
		}
		p.callOff(reason)
	}
}

// giveBack returns a payment that buys nothing.
func (p *payment) giveBack(ctx workflow.Context, paid contract.Payment) {
	due := contract.HeldRefund{PaymentID: paid.ID, Amount: paid.Amount}
	ctx = workflow.WithValue(ctx, refundKey{}, due)
	err := p.RunOrEscalate(ctx, contract.WorkRefund, func(ctx workflow.Context) error { return p.refundPayment(ctx, due) })
	if err != nil {
		workflow.GetLogger(ctx).Error("double payment not returned", "error", err)
	}
}

// refundKey names in a context the refund that its work is. Without one it is the refund of what the order stands on.
type refundKey struct{}

// refundOf is the refund that is held, so that no other one of the same time is taken for it; nil where nothing has to go back.
func (p *payment) refundOf(ctx workflow.Context) *contract.HeldRefund {
	if due, named := ctx.Value(refundKey{}).(contract.HeldRefund); named {
		return &due
	}
	paid := order.PaidPayment(p.State)
	if paid == nil {
		return nil
	}
	return &contract.HeldRefund{PaymentID: paid.ID, Amount: order.RefundDue(p.State, p.cancelReason)}
}

// refundPayment gives money back at the provider and writes it into the books.
func (p *payment) refundPayment(ctx workflow.Context, due contract.HeldRefund) error {
	request := contract.RefundRequest{PaymentID: due.PaymentID, Amount: due.Amount}
	// A slow refund must not be sent twice: the call has all its time at once.
	if err := process.Do(process.WithGatewayPolicy(ctx, "Refund the card"), p.Attention, nil, payments.RefundPayment, request); err != nil {
		return err
	}
	back := contract.Payment{ID: due.PaymentID, Amount: due.Amount}
	return p.Apply(ctx, "Write the refund into the books", orders.RecordRefund, contract.PaymentMoved{At: process.At(ctx), Payment: back})
}

// refund gives back what the order stands on, by the rule for the reason it ends for. Of nothing there is no refund.
func (p *payment) refund(ctx workflow.Context) error {
	due := p.refundOf(ctx)
	if due == nil || due.Amount == 0 {
		return nil
	}
	return p.refundPayment(ctx, *due)
}
