package order

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	rules "selfcare/internal/domain/identity"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// maxHints is how many webhooks of one request trigger an inquiry at once.
const maxHints = 10

// identityCheck holds the requests to the identity app while the order runs.
type identityCheck struct {
	*orderRun
	asking  int             // requests that are being sent or recorded
	watched map[string]bool // transactions whose answer is awaited
	hinted  map[string]bool // transactions with a webhook since the last inquiry
}

func (i *identityCheck) validateRequest(contract.IdentityAsk) error {
	_, err := order.IdentityPurpose(i.State, i.settings.IdentityTries)
	return process.Refusal(err)
}

// request sends a push to the customer's identity app and waits for the answer in the background.
func (i *identityCheck) request(ctx workflow.Context, in contract.IdentityAsk) (contract.Order, error) {
	purpose, err := order.IdentityPurpose(i.State, i.settings.IdentityTries)
	if err != nil {
		return contract.Order{}, process.Refusal(err)
	}
	request := contract.IdentityRequest{
		OrderID: i.State.ID, Purpose: purpose, Step: process.At(ctx).Step, Try: order.TriesMade(i.State, purpose) + 1,
		IDNumber: i.State.Person.IDNumber, Language: i.State.Language, ClientAddress: in.ClientAddress,
	}
	i.asking++
	defer func() { i.asking-- }()
	var sent contract.Identity
	err = process.Ask(ctx, "Send a push to the identity app", &sent, identity.RequestIdentity, request)
	if err != nil {
		return contract.Order{}, err
	}
	sent.Purpose, sent.Tries = purpose, request.Try
	err = i.save(ctx, sent, func() error { return i.validatePush(request) })
	if i.waitsFor(sent.TransactionID) { // another click may have saved it and lost its task
		err = nil
	}
	if err != nil {
		return contract.Order{}, err
	}
	i.followOn() // the saved push may differ from this one, if this click saved it before and lost its task
	return i.State, nil
}

// isSent reports whether the order's push belongs to this very step. The rules would refuse the step's repeat, because its own
// push is open. Other steps may run twice.
func (i *identityCheck) isSent(update, id string) bool {
	return update == contract.UpdateRequestIdentity && order.Pushed(i.State, id)
}

// follow waits for the answer to a request, once.
func (i *identityCheck) follow(sent contract.Identity) {
	if !i.watched[sent.TransactionID] {
		i.watched[sent.TransactionID] = true
		i.Go(func(ctx workflow.Context) { i.watch(ctx, sent) })
	}
}

func (i *identityCheck) followOn() {
	if last := i.State.Identity; last != nil && order.AwaitsAnswer(*last) {
		i.follow(*last)
	}
}

// validatePush refuses a push that another tab sent as well, or that went to a person who is no longer the order's.
func (i *identityCheck) validatePush(sent contract.IdentityRequest) error {
	if err := i.validateRequest(contract.IdentityAsk{}); err != nil {
		return err
	}
	if i.State.Person.IDNumber != sent.IDNumber || order.TriesMade(i.State, sent.Purpose) >= sent.Try {
		return process.Refuse(contract.FailStepOutOfOrder)
	}
	return nil
}

func (i *identityCheck) save(ctx workflow.Context, moved contract.Identity, allowed func() error) error {
	return i.ApplyIf(ctx, allowed, "Identity is "+string(moved.Status), orders.SaveIdentity, contract.IdentityMoved{
		At: process.At(ctx), Identity: moved, HoldFor: i.settings.IdentityTTL + i.settings.HoldFor/3, HoldCap: i.settings.HoldCap,
	})
}

// watch waits for the answer to a request. A webhook only triggers an inquiry: a stolen signing secret could forge one, so
// only the app's own status counts. A webhook may be lost, so the app is asked anyway while the push is open, and until it
// answers.
func (i *identityCheck) watch(ctx workflow.Context, sent contract.Identity) {
	over := func() bool { return i.Draining() || !i.waitsFor(sent.TransactionID) }
	said := contract.IdentityWaiting
	for hints := 0; !over(); {
		end := i.State.Identity.ExpiresAt
		wait := process.Wait{
			For: "the customer answers in the identity app", Limit: process.IdentityPause(ctx, end, said == contract.IdentityUnknown), Due: end,
			Then: "the identity app is asked; a push without an answer by its end has expired; one that cannot be inquired about is unknown",
		}
		hinted, err := i.Await(ctx, wait, func() bool { return over() || hints < maxHints && i.hinted[sent.TransactionID] })
		if err != nil || over() {
			return
		}
		if hinted {
			hints++
		}
		if said = i.ask(ctx, sent); over() {
			return
		}
		status := rules.Outcome(said, i.State.Identity.ExpiresAt, workflow.Now(ctx))
		if status != i.State.Identity.Status {
			i.recordAnswer(ctx, sent.TransactionID, status)
		}
	}
}

// ask returns the app's status, or unknown while the app cannot be asked.
func (i *identityCheck) ask(ctx workflow.Context, sent contract.Identity) contract.IdentityStatus {
	delete(i.hinted, sent.TransactionID)
	query := contract.IdentityQuery{TransactionID: sent.TransactionID, IDNumber: i.State.Person.IDNumber, Random: sent.Random}
	return process.AskIdentity(ctx, identity.AskIdentity, query)
}

// listenAnswer takes the webhooks of the identity app; late ones change nothing. A webhook that arrives before our record of
// its request is kept for it.
func (i *identityCheck) listenAnswer(_ workflow.Context, answer contract.IdentityAnswered) {
	if i.asking > 0 || i.waitsFor(answer.TransactionID) {
		i.hinted[answer.TransactionID] = true
	}
}

func (i *identityCheck) recordAnswer(ctx workflow.Context, transactionID string, status contract.IdentityStatus) {
	stillAsked := func() error {
		if !i.waitsFor(transactionID) {
			return errNotAwaited
		}
		return nil
	}
	if stillAsked() != nil {
		return
	}
	answered := order.WithAnswer(*i.State.Identity, status)
	err := i.save(ctx, answered, stillAsked)
	if !errors.Is(err, errNotAwaited) {
		i.NoteNews(ctx, "identity", err)
	}
}

var errNotAwaited = errors.New("answered before, or asked for another person")

func (i *identityCheck) waitsFor(transactionID string) bool {
	last := i.State.Identity
	return last != nil && last.TransactionID == transactionID && order.AwaitsAnswer(*last)
}
