// Package ending is the part of any process that ends a line: out of the network, then out of our books.
package ending

import (
	"go.temporal.io/sdk/workflow"

	endingacts "selfcare/activities/ending"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Names of the activities; the methods are never called here.
var (
	books   *endingacts.Activities
	network *endingacts.Network
)

// Process is what a process has to be that ends a line; every run.Process is one.
type Process interface {
	process.Runner
	Local(ctx workflow.Context, summary string, result, activity any, args ...any) error
	RunOrEscalate(ctx workflow.Context, work contract.Work, do func(workflow.Context) error) error
}

// Line ends a line, each effect once however often it is asked: the network switches it off, then one transaction of our books ends
// its plan, SIMs, accounts and sessions, says what becomes of its number, writes the final statement and tells everybody who holds
// it. What the network refuses is held for support, which may skip it where the line was switched off by hand. It cannot be taken
// back: ctx must live as long as the workflow.
func Line(ctx workflow.Context, p Process, in contract.LineEnding) (s contract.FinalStatement, err error) {
	err = p.RunOrEscalate(ctx, contract.WorkSwitchOff, func(ctx workflow.Context) error {
		return p.Do(process.WithGatewayPolicy(ctx, "Switch the line off"), nil, network.SwitchLineOff, in)
	})
	if err != nil {
		return s, err
	}
	err = p.RunOrEscalate(ctx, contract.WorkEndLine, func(ctx workflow.Context) error {
		return p.Local(ctx, "End the line", &s, books.EndLine, contract.LineEndingAt{At: process.At(ctx), Ending: in})
	})
	return s, err
}
