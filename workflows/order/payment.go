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

// payment holds the payments of the order and its refunds.
type payment struct {
	*orderRun
	open     int                  // payments whose outcome is awaited
	followed map[string]bool      // payments that were ever followed
	reports  *cardpayment.Reports // the provider's reports of them
	doubted  map[string]bool      // settled payments that are being inquired about again
}

func (p *payment) validatePayment(in contract.PayRequest) error {
	switch {
	case order.PaymentByID(p.State, in.PaymentID) != nil:
		return nil // a repeat of the same click
	case p.isPaid():
		return process.Refuse(contract.FailAlreadyPaid)
	default:
		return p.validateStep(contract.StepPayment)
	}
}

// pay starts an attempt and answers with the provider's first answer: paid, declined, 3-D Secure or unknown.
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

func (p *payment) validateCode(in contract.WalletCode) error {
	return cardpayment.ValidateCode(order.PaymentByID(p.State, in.PaymentID))
}

// enterCode hands in the code of the wallet that pays.
func (p *payment) enterCode(ctx workflow.Context, in contract.WalletCode) (contract.Order, error) {
	isOpen := func() bool { return p.validateCode(in) == nil }
	err := cardpayment.EnterCode(ctx, in, p.reports, isOpen)
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
	p.followOnce(in.PaymentID, func(ctx workflow.Context) {
		p.follow(ctx, contract.PaymentInput{
			OrderID: p.State.ID, PaymentID: in.PaymentID, CardToken: in.CardToken, Wallet: in.Wallet, ReturnURL: in.ReturnURL,
			Amount: opened.Amount, TTL: p.settings.PaymentTTL, Kept: in.Kept,
		})
	})
	return nil
}

// followOnce follows a payment in the background, once.
func (p *payment) followOnce(paymentID string, follow func(workflow.Context)) {
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

// isForgotten reports that a payment was opened and no coroutine follows it: the task of its click was lost with a worker.
func (p *payment) isForgotten(one contract.Payment) bool {
	return !one.Status.Settled() && !p.followed[one.ID]
}

// followOn asks about forgotten payments. If the click of one has come again, that click charges it, also while the click
// still waits for the step by which the order caught up. A payment that the provider has never seen took no money, and the
// customer pays anew.
func (p *payment) followOn() {
	if !slices.ContainsFunc(p.State.Payments, p.isForgotten) {
		return
	}
	p.Go(func(ctx workflow.Context) {
		wait := process.Wait{For: "a repeated click that may belong to a forgotten payment", Owner: "the click: it gets the provider's first answer"}
		if _, err := process.Await(ctx, wait, func() bool { return p.InFlight(contract.UpdatePay) == 0 }); err != nil {
			return
		}
		for _, one := range p.State.Payments {
			if p.isForgotten(one) {
				p.followOnce(one.ID, func(ctx workflow.Context) { p.settle(ctx, p.learn(ctx, one)) })
			}
		}
	})
}

var errAlreadyOpen = errors.New("the same click opened the payment")

// follow follows one attempt to its end, also after the order took another card or was cancelled: money that arrives too late
// is refunded.
func (p *payment) follow(ctx workflow.Context, in contract.PaymentInput) {
	settled := cardpayment.Charge(ctx, in, p.reports, p.Attention, func(now contract.Payment) { p.record(ctx, now) })
	p.settle(ctx, settled)
	cardpayment.Keep(ctx, in, settled, p.Attention)
}

// settle records the outcome. A payment that no longer buys anything is refunded at once.
func (p *payment) settle(ctx workflow.Context, now contract.Payment) {
	p.record(ctx, now)
	if known := order.PaymentByID(p.State, now.ID); known.Double && known.Status == contract.PaymentPaid {
		p.giveBack(ctx, *known)
	}
}

// listenReport takes a report as a trigger for an inquiry. A report of a payment that we know as declined may mean that money
// was taken after all.
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

// learn asks for the outcome of a payment until the provider knows.
func (p *payment) learn(ctx workflow.Context, one contract.Payment) contract.Payment {
	in := contract.PaymentInput{OrderID: p.State.ID, PaymentID: one.ID, Amount: one.Amount}
	return cardpayment.Learn(ctx, in, p.reports, p.Attention)
}

// record writes down the outcome of a payment. A write that our books refuse is held, because money may have moved. If support
// or the customer cancelled the order meanwhile, the payment is recorded as one that buys nothing.
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

// giveBack refunds a payment that buys nothing.
func (p *payment) giveBack(ctx workflow.Context, paid contract.Payment) {
	due := contract.HeldRefund{PaymentID: paid.ID, Amount: paid.Amount}
	ctx = workflow.WithValue(ctx, refundKey{}, due)
	err := p.RunOrEscalate(ctx, contract.WorkRefund, func(ctx workflow.Context) error { return p.refundPayment(ctx, due) })
	if err != nil {
		workflow.GetLogger(ctx).Error("double payment not refunded", "error", err)
	}
}

// refundKey is the context key of the refund that a piece of work is about. Without it, the refund is that of the order's
// payment.
type refundKey struct{}

// refundOf returns the refund that is held, so that support sees the right one of several; nil if nothing is to be refunded.
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

// refundPayment refunds money at the provider and books it.
func (p *payment) refundPayment(ctx workflow.Context, due contract.HeldRefund) error {
	request := contract.RefundRequest{PaymentID: due.PaymentID, Amount: due.Amount}
	// A slow refund must not be sent twice: the call has all its time at once.
	if err := process.Do(process.WithGatewayPolicy(ctx, "Refund the card"), p.Attention, nil, payments.RefundPayment, request); err != nil {
		return err
	}
	back := contract.Payment{ID: due.PaymentID, Amount: due.Amount}
	return p.Apply(ctx, "Record the refund in the ledger", orders.RecordRefund, contract.PaymentMoved{At: process.At(ctx), Payment: back})
}

// refund refunds the order's payment by the rule for the reason of its end. A zero amount is not refunded.
func (p *payment) refund(ctx workflow.Context) error {
	due := p.refundOf(ctx)
	if due == nil || due.Amount == 0 {
		return nil
	}
	return p.refundPayment(ctx, *due)
}
