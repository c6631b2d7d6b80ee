// Package lineproof holds the process in which the holder of a line proves their identity with the identity app.
package lineproof

import (
	"time"

	"go.temporal.io/sdk/workflow"

	identityacts "selfcare/activities/identity"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/internal/contract"
	identityrules "selfcare/internal/domain/identity"
	"selfcare/internal/domain/line"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	identity *identityacts.Activities
	proofs   *subscriptionacts.Proofs
	proven   *subscriptionacts.Proven
)

const (
	mostAsked = 200 // tabs and repeats that get the number of one push
	maxHints  = 10  // webhooks of one push that trigger an inquiry at once
	// askOn is how long the app is asked after a push's end, while it cannot be asked. After that the proof stays unknown, which
	// is no refusal: a confirmation of hours ago must not undo what the holder has asked for since.
	askOn = 15 * time.Minute
)

// LineProof sends a push to the identity app of a line's holder, waits for the answer, and has the line suspended or restored.
// A confirmed change is made even if the customer has left; a proof cancelled before that changes nothing.
func LineProof(ctx workflow.Context, in contract.LineProofInput) error {
	p := &proofRun{idNumber: in.IDNumber, attention: &process.Attention{}}
	mayAsk := func(contract.LineProofInput) error {
		if p.asked >= mostAsked {
			return process.Refuse(contract.FailChangedTooOften)
		}
		return nil
	}
	if err := process.RegisterUpdateAlways(ctx, contract.UpdateProveLine, mayAsk, p.ask); err != nil {
		return err
	}
	err := p.runPhases(ctx)
	answered := process.Wait{For: "answers that must still be sent", Owner: "the process itself"}
	if _, waitErr := process.Await(ctx, answered, func() bool { return workflow.AllHandlersFinished(ctx) }); waitErr != nil {
		return waitErr
	}
	return err
}

// proofRun is one proof while it runs.
type proofRun struct {
	idNumber   string
	state      contract.LineProof
	begun      bool
	asked      int  // number of updates, from every tab
	sending    bool // a push is being sent
	refused    bool // no push was sent
	isAnswered bool // answered, or the wait for the answer is over
	attention  *process.Attention
}

func (p *proofRun) runPhases(ctx workflow.Context) error {
	wait := process.Wait{For: "the push is sent", Limit: process.OpenTimeout, Then: "the start is forgotten; the line stays as it is"}
	if _, err := process.Await(ctx, wait, func() bool { return p.refused || p.state.Stage != "" }); err != nil || p.state.Stage == "" {
		return err
	}
	status, err := p.answer(ctx)
	p.isAnswered = true
	if err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // a confirmed change must be made
	defer cancel()
	if err := p.record(ctx, line.Answered(p.state, status)); err != nil || p.state.Over() {
		return err
	}
	return p.change(ctx)
}

// ask sends the push once; another tab gets the same number. If the push's outcome is unknown, another push may be sent.
func (p *proofRun) ask(ctx workflow.Context, in contract.LineProofInput) (contract.LineProof, error) {
	p.asked++
	if p.begun {
		if err := line.ValidatePush(p.state, in.Proof); err != nil || p.state.Stage != contract.ProofUnknown || p.isAnswered || p.sending {
			return p.state, process.Refusal(err)
		}
		err := p.send(ctx, in)
		return p.state, err
	}
	p.begun = true
	err := p.send(ctx, in)
	p.refused = err != nil
	return p.state, err
}

func (p *proofRun) send(ctx workflow.Context, in contract.LineProofInput) error {
	p.sending = true
	defer func() { p.sending = false }()
	asked := in.Proof
	request := contract.IdentityRequest{
		OrderID: asked.ID, LineID: asked.LineID, Purpose: asked.Change, Try: 1, IDNumber: p.idNumber, Language: asked.Language, ClientAddress: in.ClientAddress,
	}
	var sent contract.Identity
	if err := process.Ask(ctx, "Send a push to the identity app", &sent, identity.RequestIdentity, request); err != nil {
		return err
	}
	asked.TransactionID, asked.Random, asked.ExpiresAt, asked.Stage = sent.TransactionID, sent.Random, sent.ExpiresAt, contract.ProofWaiting
	return p.record(ctx, asked)
}

// answer waits for the answer to the push. A webhook only triggers an inquiry; the app's own status counts. A webhook may be
// lost, so the app is asked anyway while the push is open. If the app cannot be asked at the end of the push, it is asked for
// a while longer, because the holder may have confirmed.
func (p *proofRun) answer(ctx workflow.Context) (contract.IdentityStatus, error) {
	news := workflow.GetSignalChannel(ctx, contract.SignalIdentityAnswered)
	said := contract.IdentityWaiting
	for hints := 0; ; {
		wait := process.Wait{
			For: "the line's holder answers in the identity app", Limit: process.IdentityPause(ctx, p.state.ExpiresAt, said == contract.IdentityUnknown),
			Then: "the identity app is asked; without an answer by its end the push has expired, and the line stays as it is",
		}
		hinted, err := process.Await(ctx, wait, func() bool { return hints < maxHints && news.Len() > 0 })
		if err != nil {
			return "", err
		}
		if hinted {
			hints++
		}
		said = p.askApp(ctx, news)
		status := identityrules.Outcome(said, p.state.ExpiresAt, workflow.Now(ctx))
		isUnknown := status == contract.IdentityUnknown
		switch {
		case status == contract.IdentityWaiting:
		case isUnknown && workflow.Now(ctx).Before(p.state.ExpiresAt.Add(askOn)):
			if err := p.noteUnknown(ctx); err != nil {
				return "", err
			}
		default:
			return status, nil
		}
	}
}

// noteUnknown records once that the app cannot be asked: the holder may have another push sent meanwhile.
func (p *proofRun) noteUnknown(ctx workflow.Context) error {
	if p.state.Stage == contract.ProofUnknown {
		return nil
	}
	return p.record(ctx, line.Answered(p.state, contract.IdentityUnknown))
}

// askApp returns the app's status, or unknown while the app cannot be asked.
func (p *proofRun) askApp(ctx workflow.Context, news workflow.ReceiveChannel) contract.IdentityStatus {
	var hint contract.IdentityAnswered
	for news.ReceiveAsync(&hint) { // one inquiry serves all of them
	}
	query := contract.IdentityQuery{TransactionID: p.state.TransactionID, IDNumber: p.idNumber, Random: p.state.Random}
	return process.AskIdentity(ctx, identity.AskIdentity, query)
}

// change has the line changed and records the outcome. The workflow of the line's plan is tried for an hour.
func (p *proofRun) change(ctx workflow.Context) error {
	next := p.state
	next.Stage = contract.ProofDone
	if err := process.DoPromptly(process.WithGatewayPolicy(ctx, "Start the change of the line"), nil, proven.ChangeProvenLine, p.state); err != nil {
		next.Stage, next.Refused = contract.ProofRefused, process.CodeOf(err)
	}
	return p.record(ctx, next)
}

func (p *proofRun) record(ctx workflow.Context, next contract.LineProof) error {
	if err := process.CallLocal(ctx, p.attention, "The proof is "+string(next.Stage), nil, proofs.SaveLineProof, next); err != nil {
		return err
	}
	p.state = next
	workflow.SetCurrentDetails(ctx, "Proof by the identity app for `"+next.Change+"` is **"+string(next.Stage)+"**")
	return nil
}
