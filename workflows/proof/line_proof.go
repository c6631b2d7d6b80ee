// Package proof holds the process in which who holds a line shows it with the identity app.
package proof

import (
	"time"

	"go.temporal.io/sdk/workflow"

	identityacts "selfcare/activities/identity"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/workflows/internal/run"
)

// Names of the activities; the methods are never called here.
var (
	identity *identityacts.Activities
	proven   *subscriptionacts.Proven
)

const (
	answerGrace = 2 * time.Second // after a push's end its call-back may still arrive before we ask ourselves
	maxHints    = 10              // call-backs of one push that make us ask; then only its end does
)

// LineProof sends a push to the identity app of who holds a line, waits for the answer, and has the line suspended or brought back. What
// was confirmed is done, also when nobody looks any more; called off before that, nothing has happened.
func LineProof(ctx workflow.Context, in contract.LineProofInput) error {
	p := &proofRun{idNumber: in.IDNumber, attention: &run.Attention{}}
	anything := func(contract.LineProofInput) error { return nil }
	if err := run.UpdateAlways(ctx, contract.UpdateProveLine, anything, p.ask); err != nil {
		return err
	}
	err := p.phases(ctx)
	answered := run.Wait{For: "answers on their way out", Owner: "the process itself"}
	if _, waitErr := run.Await(ctx, answered, func() bool { return workflow.AllHandlersFinished(ctx) }); waitErr != nil {
		return waitErr
	}
	return err
}

// proofRun is one proof while it runs.
type proofRun struct {
	idNumber  string
	state     contract.LineProof
	begun     bool
	refused   bool // no push was sent
	attention *run.Attention
}

func (p *proofRun) phases(ctx workflow.Context) error {
	wait := run.Wait{For: "the push is sent", Limit: run.OpenTimeout, Then: "the start is forgotten; the line stays as it is"}
	if _, err := run.Await(ctx, wait, func() bool { return p.refused || p.state.Stage != "" }); err != nil || p.state.Stage == "" {
		return err
	}
	status, err := p.answer(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // what was confirmed is done
	defer cancel()
	if err := p.becomes(ctx, line.Answered(p.state, status)); err != nil || p.state.Over() {
		return err
	}
	return p.change(ctx)
}

// ask sends the push, once. Another tab is told the same number.
func (p *proofRun) ask(ctx workflow.Context, in contract.LineProofInput) (contract.LineProof, error) {
	if p.begun {
		return p.state, run.Refusal(line.MayJoin(p.state, in.Proof))
	}
	p.begun = true
	err := p.send(ctx, in.Proof)
	p.refused = err != nil
	return p.state, err
}

func (p *proofRun) send(ctx workflow.Context, asked contract.LineProof) error {
	request := contract.IdentityRequest{
		OrderID: asked.ID, Purpose: asked.Change, Try: 1, IDNumber: p.idNumber, Language: asked.Language,
	}
	var sent contract.Identity
	if err := run.Ask(ctx, "Send a push to the identity app", &sent, identity.RequestIdentity, request); err != nil {
		return err
	}
	asked.TransactionID, asked.Random, asked.ExpiresAt, asked.Stage = sent.TransactionID, sent.Random, sent.ExpiresAt, contract.ProofWaiting
	return p.becomes(ctx, asked)
}

// answer waits for the answer to the push. A call-back only says that it is worth asking now: what counts is what the app says itself.
// A lost one must not cost anything, so the app is asked at the end, too.
func (p *proofRun) answer(ctx workflow.Context) (contract.IdentityStatus, error) {
	news := workflow.GetSignalChannel(ctx, contract.SignalIdentityAnswered)
	for hints := 0; ; hints++ {
		wait := run.Wait{
			For: "who holds the line answers in the identity app", Limit: p.state.ExpiresAt.Sub(workflow.Now(ctx)) + answerGrace,
			Then: "the identity app is asked; without an answer the push has expired, and the line stays as it is",
		}
		hinted, err := run.Await(ctx, wait, func() bool { return hints < maxHints && news.Len() > 0 })
		if err != nil {
			return "", err
		}
		status := p.heard(ctx, news)
		if !hinted || status != contract.IdentityWaiting {
			return status, nil
		}
	}
}

// heard is what the app says; while it cannot be asked nothing is known.
func (p *proofRun) heard(ctx workflow.Context, news workflow.ReceiveChannel) contract.IdentityStatus {
	var hint contract.IdentityAnswered
	for news.ReceiveAsync(&hint) { // one question answers them all
	}
	query := contract.IdentityQuery{TransactionID: p.state.TransactionID, IDNumber: p.idNumber, Random: p.state.Random}
	var status contract.IdentityStatus
	if err := run.Ask(ctx, "Ask the identity app", &status, identity.AskIdentity, query); err != nil {
		return contract.IdentityWaiting
	}
	return status
}

// change has the line changed, and notes how that went. The workflow that follows the plan is tried for an hour.
func (p *proofRun) change(ctx workflow.Context) error {
	next := p.state
	next.Stage = contract.ProofDone
	if err := run.Promptly(run.WithGatewayPolicy(ctx, "Have the line changed"), nil, proven.ChangeProvenLine, p.state); err != nil {
		next.Stage, next.Refused = contract.ProofRefused, run.CodeOf(err)
	}
	return p.becomes(ctx, next)
}

func (p *proofRun) becomes(ctx workflow.Context, next contract.LineProof) error {
	if err := run.Local(ctx, p.attention, "The proof is "+string(next.Stage), nil, proven.SaveLineProof, next); err != nil {
		return err
	}
	p.state = next
	workflow.SetCurrentDetails(ctx, "Proof by the identity app for `"+next.Change+"` is **"+string(next.Stage)+"**")
	return nil
}
