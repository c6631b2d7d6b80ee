package workflowtest

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// LeavingBooks fake the writes of a port-out, the clearing house and the network. By default everything succeeds, and the clearing house
// follows the commands. Stands sets any other status there.
type LeavingBooks struct {
	*Journal
	mu     sync.Mutex
	saved  contract.PortOut
	status contract.PortOutStatus
	Refuse contract.Code // why the rules say no
}

// NewLeavingBooks makes empty books.
func NewLeavingBooks(j *Journal) *LeavingBooks {
	return &LeavingBooks{Journal: j, status: contract.ClearingAsked}
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
func (b *LeavingBooks) Last() contract.PortOut {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// Has puts a request into the books.
func (b *LeavingBooks) Has(p contract.PortOut) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.saved = p
}

// Stands sets the status of the request at the clearing house, without a report.
func (b *LeavingBooks) Stands(status contract.PortOutStatus) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status = status
}

func (b *LeavingBooks) save(effect string, before contract.PortOut, change func(*contract.PortOut)) (contract.PortOut, error) {
	if err := b.try(effect); err != nil {
		return before, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.Seq > before.Seq {
		return before, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	next := before
	change(&next)
	next.Seq = before.Seq + 1
	b.saved = next
	b.write(effect + " " + string(next.Stage))
	return next, b.lost(effect)
}

func (b *LeavingBooks) CheckPortOut(_ context.Context, p contract.PortOut, in contract.PortOutCheck) (contract.PortOut, error) {
	return b.save("check", p, func(p *contract.PortOut) {
		p.LineID, p.Language, p.Stage, p.Reason = LineID, "ar", contract.PortOutAgreed, b.Refuse
		if b.Refuse != "" {
			p.Stage, p.EndedAt = contract.PortOutRejected, in.Now
		}
	})
}

func (b *LeavingBooks) RefusePortOut(_ context.Context, p contract.PortOut, in contract.PortOutRefusal) (contract.PortOut, error) {
	return b.save("refuse", p, unlessOver(func(p *contract.PortOut) {
		p.Stage, p.Reason, p.EndedAt = contract.PortOutRejected, in.Reason, in.Now
	}))
}

func (b *LeavingBooks) RecordObjection(_ context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	return b.save("object", p, func(p *contract.PortOut) { p.ObjectedAt = in.Now })
}

func (b *LeavingBooks) BeginPortOut(_ context.Context, p contract.PortOut, _ contract.At) (contract.PortOut, error) {
	return b.save("begin", p, unlessOver(func(p *contract.PortOut) { p.Stage = contract.PortOutMoving }))
}

func (b *LeavingBooks) CompletePortOut(_ context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	return b.save("complete", p, unlessOver(func(p *contract.PortOut) { p.Stage, p.EndedAt = contract.PortOutLeft, in.Now }))
}

func (b *LeavingBooks) EndPortOut(_ context.Context, p contract.PortOut, in contract.PortOutEnded) (contract.PortOut, error) {
	return b.save("end", p, unlessOver(func(p *contract.PortOut) { p.Stage, p.EndedAt = in.Stage, in.Now }))
}

func unlessOver(change func(*contract.PortOut)) func(*contract.PortOut) {
	return func(p *contract.PortOut) {
		if p.EndedAt.IsZero() {
			change(p)
		}
	}
}

func (b *LeavingBooks) HoldPortOut(_ context.Context, p contract.PortOut, in contract.PortOutHeldUp) (contract.PortOut, error) {
	return b.save("hold", p, func(p *contract.PortOut) {
		p.Held = &contract.HeldPortOut{FailureCode: in.FailureCode, Work: in.Work, Since: in.Now}
	})
}

func (b *LeavingBooks) ResumePortOut(_ context.Context, p contract.PortOut, _ contract.PortOutResumed) (contract.PortOut, error) {
	return b.save("resume", p, func(p *contract.PortOut) { p.Held = nil })
}

// command is a command to the clearing house. It moves the request on if the request has the right status.
func (b *LeavingBooks) command(effect string, from, to contract.PortOutStatus) (contract.PortOutStatus, error) {
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

func (b *LeavingBooks) AnswerPortOut(_ context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	if in.Accepted {
		return b.command("answer", contract.ClearingAsked, contract.ClearingAccepted)
	}
	status, err := b.command("answer", contract.ClearingAsked, contract.ClearingRejected)
	if err == nil {
		b.write("because " + string(in.Reason))
	}
	return status, err
}

func (b *LeavingBooks) AskPortOut(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("ask", "", "")
}

func (b *LeavingBooks) StopPortOut(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("stop", contract.ClearingAccepted, contract.ClearingStopped)
}

func (b *LeavingBooks) LetNumberGo(context.Context, string) (contract.PortOutStatus, error) {
	return b.command("let-go", contract.ClearingCutOver, contract.ClearingReleased)
}

// StopServing and StartServing fake the network.
func (b *LeavingBooks) StopServing(context.Context, contract.LeavingLine) error {
	return b.serve("stop-serving")
}

func (b *LeavingBooks) StartServing(context.Context, contract.LeavingLine) error {
	return b.serve("start-serving")
}

func (b *LeavingBooks) serve(effect string) error {
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	return b.lost(effect)
}
