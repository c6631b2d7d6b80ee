package workflowtest

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
)

// PortOutBooks fake the writes of a port-out, the clearing house and the network. By default everything succeeds, and the clearing house
// follows the commands. Stands sets any other status there.
type PortOutBooks struct {
	*Journal
	mu     sync.Mutex
	saved  contract.PortOut
	status contract.PortOutStatus
	Refuse contract.Code // why the rules say no
}

// NewPortOutBooks makes empty books.
func NewPortOutBooks(j *Journal) *PortOutBooks {
	return &PortOutBooks{Journal: j, status: contract.ClearingAsked}
}

// NewPortOut is a request that is to be answered within two hours, for a cut-over in two days.
func NewPortOut() contract.PortOutInput { return NewPortOutAt(Begin) }

// NewPortOutAt is NewPortOut for a request of a given time.
func NewPortOutAt(at time.Time) contract.PortOutInput {
	return contract.PortOutInput{
		Port: contract.PortOut{
			ID: OrderID, Reference: "PO00000001", Recipient: "stc", Stage: contract.PortOutChecking, AskedAt: at,
			AnswerBy: at.Add(2 * time.Hour), CutOverAt: at.Add(48 * time.Hour),
		},
		Asked:    contract.PortOutAsked{MSISDN: Msisdn, IDNumber: "1000000008", Origin: "https://selfcare.example", Secret: "secret"},
		Settings: contract.PortOutSettings{ObjectionFor: 72 * time.Hour, AskAfter: 15 * time.Minute, MoveWithin: time.Hour},
	}
}

// Last is the last written state of the request.
func (b *PortOutBooks) Last() contract.PortOut {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// Has puts a request into the books.
func (b *PortOutBooks) Has(p contract.PortOut) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.saved = p
}

// Stands sets the status of the request at the clearing house, without a report.
func (b *PortOutBooks) Stands(status contract.PortOutStatus) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = status
}

// save writes the next state as the activities do: a state that does not change is not written.
func (b *PortOutBooks) save(effect string, before, next contract.PortOut, changed bool) (contract.PortOut, error) {
	if err := b.try(effect); err != nil {
		return before, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.Seq > before.Seq {
		return before, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	if !changed {
		return before, nil
	}
	next.Seq = before.Seq + 1
	b.saved = next
	b.write(effect + " " + string(next.Stage))
	return next, b.lost(effect)
}

func (b *PortOutBooks) CheckPortOut(_ context.Context, p contract.PortOut, in contract.PortOutCheck) (contract.PortOut, error) {
	next := port.DecidePortOut(p, b.Refuse, in.Now)
	next.LineID, next.Language = LineID, "ar"
	return b.save("check", p, next, true)
}

func (b *PortOutBooks) RefusePortOut(_ context.Context, p contract.PortOut, in contract.PortOutRefusal) (contract.PortOut, error) {
	next, changed := port.RefusePortOut(p, in.Reason, in.Now)
	return b.save("refuse", p, next, changed)
}

func (b *PortOutBooks) RecordObjection(_ context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	next := p
	next.ObjectedAt = in.Now
	return b.save("object", p, next, true)
}

func (b *PortOutBooks) BeginPortOut(_ context.Context, p contract.PortOut, _ contract.At) (contract.PortOut, error) {
	next, changed := port.BeginMove(p)
	return b.save("begin", p, next, changed)
}

func (b *PortOutBooks) CompletePortOut(_ context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	next, changed := port.CompleteMove(p, in.Now)
	return b.save("complete", p, next, changed)
}

func (b *PortOutBooks) EndPortOut(_ context.Context, p contract.PortOut, in contract.PortOutEnded) (contract.PortOut, error) {
	next, changed := port.EndPortOut(p, in.Stage, in.Now)
	return b.save("end", p, next, changed)
}

func (b *PortOutBooks) HoldPortOut(_ context.Context, p contract.PortOut, in contract.PortOutHeldUp) (contract.PortOut, error) {
	next, changed := port.HoldPortOut(p, in)
	return b.save("hold", p, next, changed)
}

func (b *PortOutBooks) ResumePortOut(_ context.Context, p contract.PortOut, _ contract.PortOutResumed) (contract.PortOut, error) {
	next, changed := port.ResumePortOut(p)
	return b.save("resume", p, next, changed)
}

// command is a command to the clearing house. It moves the request on if the request has the right status.
func (b *PortOutBooks) command(effect string, from, to contract.PortOutStatus) (contract.PortOutStatus, error) {
	if err := b.try(effect); err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.status == from {
		b.status = to
	}
	b.write(effect + " " + string(b.status))
	return b.status, nil
}

func (b *PortOutBooks) AnswerPortOut(_ context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	if in.Accepted {
		return b.command("answer", contract.ClearingAsked, contract.ClearingAccepted)
	}
	status, err := b.command("answer", contract.ClearingAsked, contract.ClearingRejected)
	if err == nil {
		b.write("because " + string(in.Reason))
	}
	return status, err
}

func (b *PortOutBooks) AskPortOut(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("ask", "", "")
}

func (b *PortOutBooks) StopPortOut(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("stop", contract.ClearingAccepted, contract.ClearingStopped)
}

func (b *PortOutBooks) LetNumberGo(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("let-go", contract.ClearingCutOver, contract.ClearingReleased)
}

// StopServing and StartServing fake the network.
func (b *PortOutBooks) StopServing(context.Context, contract.PortOutLine) error {
	return b.serve("stop-serving")
}

func (b *PortOutBooks) StartServing(context.Context, contract.PortOutLine) error {
	return b.serve("start-serving")
}

func (b *PortOutBooks) serve(effect string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	return b.lost(effect)
}
