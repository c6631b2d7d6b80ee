// Package ending is the part of any process that ends a line: first in the network, then in our books.
package ending

import (
	"go.temporal.io/sdk/workflow"

	endingacts "selfcare/activities/ending"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	books   *endingacts.Activities
	network *endingacts.Network
)

// Process is the interface that a process needs to end a line; every process.Process has it.
type Process interface {
	process.Runner
	CallLocal(ctx workflow.Context, summary string, result, activity any, args ...any) error
	RunOrEscalate(ctx workflow.Context, work contract.Work, do func(workflow.Context) error) error
}

// EndLine ends a line and has each effect once, however often it is called. The network switches the line off. Then one
// transaction ends its plan, SIMs, accounts and sessions, decides about its number, writes the final statement and tells
// everyone who holds the line. A refusal of the network is held for support, which may skip it when the line was switched off
// by hand. The end cannot be undone: ctx must live as long as the workflow.
func EndLine(ctx workflow.Context, p Process, in contract.LineEnding) (s contract.FinalStatement, err error) {
	err = p.RunOrEscalate(ctx, contract.WorkSwitchOff, func(ctx workflow.Context) error {
		return p.Do(process.WithGatewayPolicy(ctx, "Switch the line off"), nil, network.SwitchLineOff, in)
	})
	if err != nil {
		return s, err
	}
	err = p.RunOrEscalate(ctx, contract.WorkEndLine, func(ctx workflow.Context) error {
		return p.CallLocal(ctx, "End the line", &s, books.EndLine, contract.LineEndingAt{At: process.At(ctx), Ending: in})
	})
	return s, err
}
