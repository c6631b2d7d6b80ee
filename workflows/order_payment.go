package workflows

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/charge"
	"selfcare/workflows/internal/run"
)

// cardFollowed are the payments of an order while it runs.
type cardFollowed struct {
	open    int              // payments whose outcome is awaited
	due     contract.Payment // what was last to go back
	reports *charge.Reports  // what the provider reported of them
}

func (o *orderRun) mayPay(in contract.PayRequest) error {
	switch {
	case order.PaymentByID(o.State, in.PaymentID) != nil:
		return nil // the same click again
	case o.isPaid():
		return run.Refuse(contract.FailAlreadyPaid)
	default:
		return o.mayTake(contract.StepPayment)
	}
}

// pay starts an attempt and answers as soon as the provider has said anything: paid, declined, 3-D Secure, or not known yet.
func (o *orderRun) pay(ctx workflow.Context, in contract.PayRequest) (contract.Order, error) {
	if order.PaymentByID(o.State, in.PaymentID) == nil {
		if err := o.openPayment(ctx, in); err != nil {
			return contract.Order{}, err
		}
	}
	wait := run.Wait{For: "the provider's first answer", Owner: "the charge: without an answer the payment is pending"}
	_, err := o.Await(ctx, wait, func() bool {
		return order.PaymentByID(o.State, in.PaymentID).Status != contract.PaymentProcessing
	})
	return o.State, err
}

func (o *orderRun) openPayment(ctx workflow.Context, in contract.PayRequest) error {
	opened := contract.Payment{
		ID: in.PaymentID, Status: contract.PaymentProcessing, Amount: o.State.Price.Total, At: workflow.Now(ctx),
	}
	moved := contract.PaymentMoved{
		At: at(ctx), Payment: opened, HoldFor: o.settings.PaymentTTL + o.settings.HoldFor/3, HoldCap: o.settings.HoldCap,
	}
	allowed := func() error {
		switch {
		case order.PaymentByID(o.State, in.PaymentID) != nil:
			return errAlreadyOpen
		case o.State.Price.Total != opened.Amount:
			return run.Refuse(contract.FailPriceChanged)
		default:
			return o.mayPay(in)
		}
	}
	err := o.ApplyIf(ctx, allowed, "Open the payment", orders.OpenPayment, moved)
	if errors.Is(err, errAlreadyOpen) {
		return nil
	}
	if err != nil {
		return err
	}
	o.card.open++
	o.Go(func(ctx workflow.Context) {
		defer func() { o.card.open-- }()
		o.followPayment(ctx, contract.PaymentInput{
			OrderID: o.State.ID, PaymentID: in.PaymentID, CardToken: in.CardToken, ReturnURL: in.ReturnURL,
			Amount: opened.Amount, TTL: o.settings.PaymentTTL,
		})
	})
	return nil
}

var errAlreadyOpen = errors.New("the same click opened the payment")

// followPayment follows one attempt to its end, also after the order took another card or was cancelled: money that
// arrives when it is not wanted any more goes back.
func (o *orderRun) followPayment(ctx workflow.Context, in contract.PaymentInput) {
	settled := charge.Card(ctx, in, o.cardReports(), o.Attention, func(p contract.Payment) { o.recordPayment(ctx, p) })
	o.settle(ctx, settled)
}

// settle writes the outcome down. A payment that buys nothing any more is given back at once.
func (o *orderRun) settle(ctx workflow.Context, p contract.Payment) {
	o.recordPayment(ctx, p)
	if known := order.PaymentByID(o.State, p.ID); known.Double && known.Status == contract.PaymentPaid {
		o.giveBack(ctx, *known)
	}
}

func (o *orderRun) cardReports() *charge.Reports {
	if o.card.reports == nil {
		o.card.reports = charge.NewReports()
	}
	return o.card.reports
}

// listenPayment takes a report as a reason to ask. One about a payment that is over, declined for all we know, may mean
// that money was taken after all.
func (o *orderRun) listenPayment(ctx workflow.Context, report contract.PaymentReported) {
	known := order.PaymentByID(o.State, report.PaymentID)
	switch {
	case known == nil || known.Status == contract.PaymentPaid || known.Status == contract.PaymentRefunded:
	case !known.Status.Settled():
		o.cardReports().Note(report.PaymentID)
	default:
		o.Go(func(ctx workflow.Context) {
			in := contract.PaymentInput{OrderID: o.State.ID, PaymentID: known.ID, Amount: known.Amount}
			if now := charge.Outcome(ctx, in, *known); now.Status == contract.PaymentPaid {
				o.settle(ctx, now)
			}
		})
	}
}

func (o *orderRun) recordPayment(ctx workflow.Context, p contract.Payment) {
	promise := o.settings.ESIM.ReadyWithin
	moved := contract.PaymentMoved{At: at(ctx), Payment: p, PromiseWithin: promise}
	if err := o.Apply(ctx, "Payment is "+string(p.Status), orders.RecordPayment, moved); err != nil {
		workflow.GetLogger(ctx).Error("payment could not be recorded", "error", err)
	}
}

// giveBack returns a payment that buys nothing.
func (o *orderRun) giveBack(ctx workflow.Context, p contract.Payment) {
	err := o.RunOrEscalate(ctx, contract.WorkRefund, func(ctx workflow.Context) error { return o.refundPayment(ctx, p, p.Amount) })
	if err != nil {
		workflow.GetLogger(ctx).Error("double payment not returned", "error", err)
	}
}

// refundPayment gives money back at the provider and writes it into the books.
func (o *orderRun) refundPayment(ctx workflow.Context, p contract.Payment, amount contract.Halalas) error {
	request := contract.RefundRequest{PaymentID: p.ID, Amount: amount}
	o.card.due = p
	o.card.due.Amount = amount
	if err := o.Do(run.WithGatewayPolicy(ctx, "Refund the card"), nil, payments.RefundPayment, request); err != nil {
		return err
	}
	p.Amount = amount
	return o.Apply(ctx, "Write the refund into the books", orders.RecordRefund, contract.PaymentMoved{At: at(ctx), Payment: p})
}

// refund gives back what the order stands on, by the rule for the reason it ends for.
func (o *orderRun) refund(ctx workflow.Context) error {
	paid := order.PaidPayment(o.State)
	if paid == nil {
		return nil
	}
	return o.refundPayment(ctx, *paid, order.RefundDue(o.State, o.cancelReason))
}
