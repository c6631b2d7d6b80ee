package order

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

// identityCheck are the requests to the identity app while the order runs.
type identityCheck struct {
	*orderRun
	asking int                                // requests that are being made or written down
	early  map[string]contract.IdentityStatus // answers to requests that are not written down yet, by transaction
}

func (i *identityCheck) mayRequest(struct{}) error {
	_, err := order.IdentityPurpose(i.State, i.settings.IdentityTries)
	return run.Refusal(err)
}

// request sends a push to the customer's identity app and watches for the answer.
func (i *identityCheck) request(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	purpose, err := order.IdentityPurpose(i.State, i.settings.IdentityTries)
	if err != nil {
		return contract.Order{}, run.Refusal(err)
	}
	request := contract.IdentityRequest{
		OrderID: i.State.ID, Purpose: purpose, Try: order.TriesMade(i.State, purpose) + 1,
		IDNumber: i.State.Person.IDNumber, Language: i.State.Language,
	}
	i.asking++
	defer func() { i.asking-- }()
	var sent contract.Identity
	err = run.Ask(ctx, "Send a push to the identity app", &sent, identity.RequestIdentity, request)
	if err != nil {
		return contract.Order{}, err
	}
	sent.Purpose, sent.Tries = purpose, request.Try
	if err := i.save(ctx, sent, func() error { return i.mayKeep(request) }); err != nil {
		return contract.Order{}, err
	}
	if early, answered := i.early[sent.TransactionID]; answered {
		i.answered(ctx, sent.TransactionID, early)
		return i.State, nil
	}
	i.Go(func(ctx workflow.Context) { i.watch(ctx, sent) })
	return i.State, nil
}

// mayKeep refuses a push that another tab sent as well, or that went to a person the order is not for any more.
func (i *identityCheck) mayKeep(sent contract.IdentityRequest) error {
	if err := i.mayRequest(struct{}{}); err != nil {
		return err
	}
	if i.State.Person.IDNumber != sent.IDNumber || order.TriesMade(i.State, sent.Purpose) >= sent.Try {
		return run.Refuse(contract.FailStepOutOfOrder)
	}
	return nil
}

func (i *identityCheck) save(ctx workflow.Context, moved contract.Identity, allowed func() error) error {
	return i.ApplyIf(ctx, allowed, "Identity is "+string(moved.Status), orders.SaveIdentity, contract.IdentityMoved{
		At: run.At(ctx), Identity: moved, HoldFor: i.settings.IdentityTTL + i.settings.HoldFor/3, HoldCap: i.settings.HoldCap,
	})
}

// watch asks the app itself when no call-back came in time: a lost call-back must not cost the customer the order.
func (i *identityCheck) watch(ctx workflow.Context, sent contract.Identity) {
	wait := run.Wait{
		For: "the customer answers in the identity app", Limit: sent.ExpiresAt.Sub(workflow.Now(ctx)) + answerGrace,
		Then: "the identity app is asked; without an answer the push has expired",
	}
	answered := func() bool { return i.Draining() || !i.waitsFor(sent.TransactionID) }
	if done, err := i.Await(ctx, wait, answered); err != nil || done {
		return
	}
	query := contract.IdentityQuery{TransactionID: sent.TransactionID, IDNumber: i.State.Person.IDNumber, Random: sent.Random}
	status := contract.IdentityExpired
	err := i.Do(run.WithInteractivePolicy(ctx, "Ask the identity app"), &status, identity.AskIdentity, query)
	if err != nil || status == contract.IdentityWaiting {
		status = contract.IdentityExpired // the customer tries again
	}
	i.answered(ctx, sent.TransactionID, status)
}

// listenAnswer takes the call-backs of the identity app; late ones change nothing. One that overtakes our own record of
// its request is kept for it.
func (i *identityCheck) listenAnswer(ctx workflow.Context, answer contract.IdentityAnswered) {
	if i.asking > 0 && !i.waitsFor(answer.TransactionID) && answer.Status != contract.IdentityWaiting {
		i.early[answer.TransactionID] = answer.Status
	}
	i.answered(ctx, answer.TransactionID, answer.Status)
}

func (i *identityCheck) answered(ctx workflow.Context, transactionID string, status contract.IdentityStatus) {
	stillAsked := func() error {
		if !i.waitsFor(transactionID) {
			return errNotAwaited
		}
		return nil
	}
	if status == contract.IdentityWaiting || stillAsked() != nil {
		return
	}
	answered := *i.State.Identity
	answered.Status = status
	err := i.save(ctx, answered, stillAsked)
	if err != nil && !errors.Is(err, errNotAwaited) {
		i.Missed(ctx, "identity", err)
	}
}

var errNotAwaited = errors.New("answered before, or asked for another person")

func (i *identityCheck) waitsFor(transactionID string) bool {
	last := i.State.Identity
	return last != nil && last.TransactionID == transactionID && last.Status == contract.IdentityWaiting
}
