package workflows

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func (o *orderRun) mayPay(in contract.PayRequest) error {
	switch {
	case order.PaymentByID(o.state, in.PaymentID) != nil:
		return nil // the same click again
	case o.isPaid():
		return refusal(contract.Refuse(contract.FailAlreadyPaid))
	default:
		return o.mayTake(contract.StepPayment)
	}
}

// pay starts an attempt and answers as soon as the provider has said anything: paid, declined, 3-D Secure, or not known yet.
func (o *orderRun) pay(ctx workflow.Context, in contract.PayRequest) (contract.Order, error) {
	if order.PaymentByID(o.state, in.PaymentID) == nil {
		if err := o.openPayment(ctx, in); err != nil {
			return contract.Order{}, err
		}
	}
	err := workflow.Await(ctx, func() bool {
		return order.PaymentByID(o.state, in.PaymentID).Status != contract.PaymentProcessing
	})
	return o.state, err
}

func (o *orderRun) openPayment(ctx workflow.Context, in contract.PayRequest) error {
	opened := contract.Payment{
		ID: in.PaymentID, Status: contract.PaymentProcessing, Amount: o.state.Price.Total, At: workflow.Now(ctx),
	}
	moved := contract.PaymentMoved{
		At: o.at(ctx), Payment: opened, HoldFor: o.settings.PaymentTTL + o.settings.HoldFor/3, HoldCap: o.settings.HoldCap,
	}
	allowed := func() error {
		switch {
		case order.PaymentByID(o.state, in.PaymentID) != nil:
			return errAlreadyOpen
		case o.state.Price.Total != opened.Amount:
			return refusal(contract.Refuse(contract.FailPriceChanged))
		default:
			return o.mayPay(in)
		}
	}
	err := o.advanceIf(ctx, allowed, "Open the payment", orders.OpenPayment, moved)
	if errors.Is(err, errAlreadyOpen) {
		return nil
	}
	if err != nil {
		return err
	}
	o.attending++
	workflow.Go(o.root, func(ctx workflow.Context) {
		defer func() { o.attending-- }()
		o.attendPayment(ctx, contract.PaymentInput{
			OrderID: o.state.ID, PaymentID: in.PaymentID, CardToken: in.CardToken, ReturnURL: in.ReturnURL,
			Amount: opened.Amount, TTL: o.settings.PaymentTTL,
		})
	})
	return nil
}

var errAlreadyOpen = errors.New("the same click opened the payment")

// attendPayment follows one attempt to its end, also after the order took another card or was called off: money that
// arrives when it is not wanted any more goes back.
func (o *orderRun) attendPayment(ctx workflow.Context, in contract.PaymentInput) {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:    contract.PaymentWorkflowID(in.PaymentID),
		StaticSummary: "Payment of order " + o.state.Number,
	})
	var settled contract.Payment
	if err := workflow.ExecuteChildWorkflow(ctx, Payment, in).Get(ctx, &settled); err != nil {
		workflow.GetLogger(ctx).Error("payment ended without a result", "error", err)
		settled = contract.Payment{ID: in.PaymentID, Status: contract.PaymentPending, Amount: in.Amount}
	}
	o.recordPayment(ctx, settled)
	if p := order.PaymentByID(o.state, in.PaymentID); p.Double && p.Status == contract.PaymentPaid {
		o.sendBack(ctx, *p)
	}
}

// hearPayments takes the news of attempts under way: the bank's page, or that the outcome is not known.
func (o *orderRun) hearPayments(ctx workflow.Context) {
	news := workflow.GetSignalChannel(ctx, contract.SignalPaymentProgress)
	for !o.left {
		var p contract.Payment
		news.Receive(ctx, &p)
		if known := order.PaymentByID(o.state, p.ID); known != nil && !known.Status.Settled() {
			o.recordPayment(ctx, p)
		}
	}
}

func (o *orderRun) recordPayment(ctx workflow.Context, p contract.Payment) {
	moved := contract.PaymentMoved{At: o.at(ctx), Payment: p}
	if err := o.advance(ctx, "Payment is "+string(p.Status), orders.RecordPayment, moved); err != nil {
		workflow.GetLogger(ctx).Error("payment could not be recorded", "error", err)
	}
}

// sendBack returns a second payment of the same order and says so.
func (o *orderRun) sendBack(ctx workflow.Context, p contract.Payment) {
	err := o.see(ctx, contract.WorkRefund, func(ctx workflow.Context) error { return o.refundPayment(ctx, p, p.Amount) })
	if err != nil {
		workflow.GetLogger(ctx).Error("double payment not returned", "error", err)
		return
	}
	if order.PaidPayment(o.state) == nil {
		o.tellCustomer(ctx, "payment-late")
		return
	}
	o.tellCustomer(ctx, "payment-double")
}

// refundPayment gives money back at the provider and writes it into the books.
func (o *orderRun) refundPayment(ctx workflow.Context, p contract.Payment, amount contract.Halalas) error {
	request := contract.RefundRequest{PaymentID: p.ID, Amount: amount}
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Refund the card"), payments.RefundPayment, request).Get(ctx, nil)
	if err != nil {
		return err
	}
	p.Amount = amount
	return o.advance(ctx, "Write the refund into the books", orders.RecordRefund, contract.PaymentMoved{At: o.at(ctx), Payment: p})
}
