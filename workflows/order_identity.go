package workflows

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// answerGrace is how long after a request's end its call-back may still arrive before we ask ourselves.
const answerGrace = 2 * time.Second

func (o *orderRun) mayRequestIdentity(struct{}) error {
	_, err := order.IdentityPurpose(o.State, o.settings.IdentityTries)
	return run.Refusal(err)
}

// requestIdentity sends a push to the customer's identity app and watches for the answer.
func (o *orderRun) requestIdentity(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	purpose, err := order.IdentityPurpose(o.State, o.settings.IdentityTries)
	if err != nil {
		return contract.Order{}, run.Refusal(err)
	}
	request := contract.IdentityRequest{
		OrderID: o.State.ID, Purpose: purpose, Try: order.TriesMade(o.State, purpose) + 1,
		IDNumber: o.State.Person.IDNumber, Language: o.State.Language,
	}
	o.identity.asking++
	defer func() { o.identity.asking-- }()
	var sent contract.Identity
	err = run.Ask(ctx, "Send a push to the identity app", &sent, identity.RequestIdentity, request)
	if err != nil {
		return contract.Order{}, err
	}
	sent.Purpose, sent.Tries = purpose, request.Try
	if err := o.saveIdentity(ctx, sent, func() error { return o.mayKeep(request) }); err != nil {
		return contract.Order{}, err
	}
	if early, answered := o.identity.early[sent.TransactionID]; answered {
		o.identityAnswered(ctx, sent.TransactionID, early)
		return o.State, nil
	}
	o.Go(func(ctx workflow.Context) { o.watchIdentity(ctx, sent) })
	return o.State, nil
}

// mayKeep refuses a push that another tab sent as well, or that went to a person the order is not for any more.
func (o *orderRun) mayKeep(sent contract.IdentityRequest) error {
	if err := o.mayRequestIdentity(struct{}{}); err != nil {
		return err
	}
	if o.State.Person.IDNumber != sent.IDNumber || order.TriesMade(o.State, sent.Purpose) >= sent.Try {
		return run.Refuse(contract.FailStepOutOfOrder)
	}
	return nil
}

func (o *orderRun) saveIdentity(ctx workflow.Context, i contract.Identity, allowed func() error) error {
	return o.ApplyIf(ctx, allowed, "Identity is "+string(i.Status), orders.SaveIdentity, contract.IdentityMoved{
		At: at(ctx), Identity: i, HoldFor: o.settings.IdentityTTL + o.settings.HoldFor/3, HoldCap: o.settings.HoldCap,
	})
}

// watchIdentity asks the app itself when no call-back came in time: a lost call-back must not cost the customer the order.
func (o *orderRun) watchIdentity(ctx workflow.Context, sent contract.Identity) {
	wait := run.Wait{
		For: "the customer answers in the identity app", Limit: sent.ExpiresAt.Sub(workflow.Now(ctx)) + answerGrace,
		Then: "the identity app is asked; without an answer the push has expired",
	}
	answered := func() bool { return o.Left() || !o.waitsFor(sent.TransactionID) }
	if done, err := o.Await(ctx, wait, answered); err != nil || done {
		return
	}
	query := contract.IdentityQuery{TransactionID: sent.TransactionID, IDNumber: o.State.Person.IDNumber, Random: sent.Random}
	status := contract.IdentityExpired
	err := o.Do(run.WithInteractivePolicy(ctx, "Ask the identity app"), &status, identity.AskIdentity, query)
	if err != nil || status == contract.IdentityWaiting {
		status = contract.IdentityExpired // the customer tries again
	}
	o.identityAnswered(ctx, sent.TransactionID, status)
}

// identityFollowed are the requests to the identity app while the order runs.
type identityFollowed struct {
	asking int                                // requests that are being made or written down
	early  map[string]contract.IdentityStatus // answers to requests that are not written down yet, by transaction
}

// listenIdentity takes the call-backs of the identity app; late ones change nothing. One that overtakes our own record of
// its request is kept for it.
func (o *orderRun) listenIdentity(ctx workflow.Context, answer contract.IdentityAnswered) {
	if o.identity.asking > 0 && !o.waitsFor(answer.TransactionID) && answer.Status != contract.IdentityWaiting {
		o.identity.early[answer.TransactionID] = answer.Status
	}
	o.identityAnswered(ctx, answer.TransactionID, answer.Status)
}

func (o *orderRun) identityAnswered(ctx workflow.Context, transactionID string, status contract.IdentityStatus) {
	stillAsked := func() error {
		if !o.waitsFor(transactionID) {
			return errNotAwaited
		}
		return nil
	}
	if status == contract.IdentityWaiting || stillAsked() != nil {
		return
	}
	answered := *o.State.Identity
	answered.Status = status
	err := o.saveIdentity(ctx, answered, stillAsked)
	if err != nil && !errors.Is(err, errNotAwaited) {
		workflow.GetLogger(ctx).Error("identity answer could not be saved", "error", err)
	}
}

var errNotAwaited = errors.New("answered before, or asked for another person")

func (o *orderRun) waitsFor(transactionID string) bool {
	i := o.State.Identity
	return i != nil && i.TransactionID == transactionID && i.Status == contract.IdentityWaiting
}
