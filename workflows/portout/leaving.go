package portout

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/ending"
)

// lineEnds closes what is left of a line whose number another operator serves. Those who held it are told what it came to.
func (p *portOutRun) lineEnds(ctx workflow.Context) error {
	_, err := ending.Line(ctx, p, contract.LineEnding{
		ID: p.State.ID, LineID: p.State.LineID, Cause: contract.CausePortedOut, AskedBy: p.State.Recipient, Reason: p.State.Reference,
		Fate: contract.FateLeft, Operator: p.State.Recipient, Language: p.State.Language, Link: p.in.Asked.Statements[p.State.Language],
		Holder: contract.HolderPortOut + p.State.Reference, RequestedAt: p.State.AskedAt,
	})
	return err
}
