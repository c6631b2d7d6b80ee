package portout

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/ending"
)

// endLine closes a line whose number another operator serves. The former holders get the final statement.
func (p *portOutRun) endLine(ctx workflow.Context) error {
	_, err := ending.EndLine(ctx, p, contract.LineEnding{
		ID: p.State.ID, LineID: p.State.LineID, Cause: contract.CausePortedOut, AskedBy: p.State.Recipient, Reason: p.State.Reference,
		Fate: contract.OutcomeLeft, Operator: p.State.Recipient, Language: p.State.Language, Link: p.in.Asked.Statements[p.State.Language],
		Holder: contract.HolderPortOut + p.State.Reference, RequestedAt: p.State.AskedAt,
	})
	return err
}
