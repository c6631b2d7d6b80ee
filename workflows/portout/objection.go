package portout

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

// objectionWait is how long a holder waits for the answer that the number stays. The stop continues after that.
const objectionWait = 15 * time.Second

func (p *portOutRun) hasObjection() bool { return !p.State.ObjectedAt.IsZero() }

// object is a holder's "this was not me". Until the cut-over it stops the move; afterwards support handles it.
func (p *portOutRun) object(ctx workflow.Context, _ struct{}) (contract.PortOut, error) {
	may := func() error { return process.Refusal(port.ValidateObjection(p.State)) }
	if !p.hasObjection() {
		if err := p.ApplyIf(ctx, may, "Record that a holder objects", books.RecordObjection, process.At(ctx)); err != nil {
			return p.State, err
		}
	}
	wait := process.Wait{For: "the move is stopped", Limit: objectionWait, Then: "the holder is told that it is being stopped"}
	_, err := p.Await(ctx, wait, func() bool { return p.State.Stage != contract.PortOutAgreed })
	return p.State, err
}

// awaitObjection keeps the request open for a former holder of the line who did not ask for it. The move can no longer be
// undone by itself then, so support decides.
func (p *portOutRun) awaitObjection(ctx workflow.Context) error {
	wait := process.Wait{For: "a former holder of the line may object", Limit: p.in.Settings.ObjectionFor, Then: "the request is over"}
	objected, err := p.Await(ctx, wait, p.hasObjection)
	if err == nil && objected {
		_, err = p.Escalate(ctx, contract.WorkAnswerDispute, contract.FailPortOutTooLate)
	}
	return err
}
