package workflows

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// answerGrace is how long after a request's end its call-back may still arrive before we ask ourselves.
const answerGrace = 2 * time.Second

func (o *orderRun) mayRequestIdentity() error {
	_, err := order.IdentityPurpose(o.state, o.settings.IdentityTries)
	return refusal(err)
}

// requestIdentity sends a push to the customer's identity app and watches for the answer.
func (o *orderRun) requestIdentity(ctx workflow.Context) (contract.Order, error) {
	purpose, err := order.IdentityPurpose(o.state, o.settings.IdentityTries)
	if err != nil {
		return contract.Order{}, refusal(err)
	}
	request := contract.IdentityRequest{
		OrderID: o.state.ID, Purpose: purpose, Try: order.TriesMade(o.state, purpose) + 1,
		IDNumber: o.state.Person.IDNumber, Language: o.state.Language,
	}
	var sent contract.Identity
	err = workflow.ExecuteActivity(withPatientPolicy(ctx, "Send a push to the identity app"), identity.RequestIdentity, request).Get(ctx, &sent)
	if err != nil {
		return contract.Order{}, unavailable(err)
	}
	sent.Purpose, sent.Tries = purpose, request.Try
	if err := o.saveIdentity(ctx, sent, func() error { return o.mayKeep(request) }); err != nil {
		return contract.Order{}, err
	}
	workflow.Go(o.root, func(ctx workflow.Context) { o.watchIdentity(ctx, sent) })
	return o.state, nil
}

// mayKeep refuses a push that another tab sent as well, or that went to a person the order is not for any more.
func (o *orderRun) mayKeep(sent contract.IdentityRequest) error {
	if err := o.mayRequestIdentity(); err != nil {
		return err
	}
	if o.state.Person.IDNumber != sent.IDNumber || order.TriesMade(o.state, sent.Purpose) >= sent.Try {
		return refusal(contract.Refuse(contract.FailStepOutOfOrder))
	}
	return nil
}

func (o *orderRun) saveIdentity(ctx workflow.Context, i contract.Identity, allowed func() error) error {
	return o.advanceIf(ctx, allowed, "Identity is "+string(i.Status), orders.SaveIdentity, contract.IdentityMoved{
		At: o.at(ctx), Identity: i, HoldFor: o.settings.IdentityTTL + o.settings.HoldFor/3, HoldCap: o.settings.HoldCap,
	})
}

// watchIdentity asks the app itself when no call-back came in time: a lost call-back must not cost the customer the order.
func (o *orderRun) watchIdentity(ctx workflow.Context, sent contract.Identity) {
	answered := func() bool { return o.left || !o.waitsFor(sent.TransactionID) }
	left := sent.ExpiresAt.Sub(workflow.Now(ctx)) + answerGrace
	if done, err := o.await(ctx, "customer answers in the identity app", left, answered); err != nil || done {
		return
	}
	query := contract.IdentityQuery{TransactionID: sent.TransactionID, IDNumber: o.state.Person.IDNumber, Random: sent.Random}
	status := contract.IdentityExpired
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask the identity app"), identity.AskIdentity, query).Get(ctx, &status)
	if err != nil || status == contract.IdentityWaiting {
		status = contract.IdentityExpired // the customer tries again
	}
	o.identityAnswered(ctx, sent.TransactionID, status)
}

// hearIdentity takes the call-backs of the identity app; late and doubled ones change nothing.
func (o *orderRun) hearIdentity(ctx workflow.Context) {
	answers := workflow.GetSignalChannel(ctx, contract.SignalIdentityAnswered)
	for !o.left {
		var answer contract.IdentityAnswered
		answers.Receive(ctx, &answer)
		o.identityAnswered(ctx, answer.TransactionID, answer.Status)
	}
}

func (o *orderRun) identityAnswered(ctx workflow.Context, transactionID string, status contract.IdentityStatus) {
	stillAsked := func() error {
		if !o.waitsFor(transactionID) {
			return errNobodyAsks
		}
		return nil
	}
	if status == contract.IdentityWaiting || stillAsked() != nil {
		return
	}
	answered := *o.state.Identity
	answered.Status = status
	err := o.saveIdentity(ctx, answered, stillAsked)
	if err != nil && !errors.Is(err, errNobodyAsks) {
		workflow.GetLogger(ctx).Error("identity answer could not be saved", "error", err)
	}
}

var errNobodyAsks = errors.New("answered before, or asked for another person")

func (o *orderRun) waitsFor(transactionID string) bool {
	i := o.state.Identity
	return i != nil && i.TransactionID == transactionID && i.Status == contract.IdentityWaiting
}
