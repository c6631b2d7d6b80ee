package workflows

import (
	"errors"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// LineChange shows that an order changes a line, and keeps others from starting another change: they use the same id. It is
// cancelled when the order lets go of the line or ends, whatever way, and then gives the line free.
func LineChange(ctx workflow.Context, in contract.LineChangeInput) error {
	workflow.SetCurrentDetails(ctx, "Order "+in.OrderNumber+" changes this line")
	ctx.Done().Receive(ctx, nil)
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	return release(ctx, in.Holder)
}

// PrimarySwitch lets one of a line's further SIMs and the primary one change places.
func PrimarySwitch(ctx workflow.Context, in contract.SIMChangeInput) error {
	return simChange{
		in: in, title: "Switch the primary SIM", begin: lines.BeginPrimarySwitch, change: network.SwitchPrimary,
		record: lines.RecordPrimary, message: "sim-primary-switched",
	}.run(ctx)
}

// SIMDeactivation takes a further SIM out of use.
func SIMDeactivation(ctx workflow.Context, in contract.SIMChangeInput) error {
	return simChange{
		in: in, title: "Deactivate the SIM", begin: lines.BeginSIMDeactivation, change: network.RemoveSIM,
		record: lines.RecordSIMDeactivation, message: "sim-deactivated",
	}.run(ctx)
}

// simChange is a short change of a line that the customer waits for. It goes on when the customer does not any more: what the
// network did must be in the books.
type simChange struct {
	in                    contract.SIMChangeInput
	title                 string
	begin, change, record any
	message               string
}

func (c simChange) run(ctx workflow.Context) error {
	workflow.SetCurrentDetails(ctx, c.title)
	at := contract.SIMChangeAt{At: contract.At{Now: workflow.Now(ctx)}, Change: c.in}
	var todo contract.SIMOrder
	if err := inStore(ctx, "Claim the line", &todo, c.begin, at); err != nil {
		return asRefusal(err)
	}
	if err := workflow.ExecuteActivity(withGatewayPolicy(ctx, c.title), c.change, todo).Get(ctx, nil); err != nil {
		ctx, cancel := workflow.NewDisconnectedContext(ctx)
		defer cancel()
		if freeErr := release(ctx, c.in.Holder); freeErr != nil {
			return freeErr
		}
		return asRefusal(err)
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // done in the network: it must be noted
	defer cancel()
	if err := inStore(ctx, "Note the change", nil, c.record, at); err != nil {
		return err
	}
	return c.tell(ctx, todo.MSISDN)
}

// tell leaves the messages behind: the customer waits for the change, not for them.
func (c simChange) tell(ctx workflow.Context, msisdn string) error {
	notice := contract.Notice{
		OrderID: c.in.Holder, Key: c.message, Template: c.message, Language: c.in.Language, Params: map[string]string{"msisdn": msisdn},
	}
	for _, one := range noticesToHolders(ctx, c.in.LineID, notice) {
		left := workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
			WorkflowID:        contract.NoticeWorkflowID(one.OrderID + "-" + one.Key),
			ParentClosePolicy: enumspb.PARENT_CLOSE_POLICY_ABANDON,
			StaticSummary:     "Message " + one.Template,
		})
		child := workflow.ExecuteChildWorkflow(left, Notice, contract.NoticeInput{Notice: one, Within: tellWithin})
		if err := child.GetChildWorkflowExecution().Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// tellWithin is how long the news of a change is news.
const tellWithin = 24 * time.Hour

func release(ctx workflow.Context, holder string) error {
	return inStore(ctx, "Give the line free", nil, lines.ReleaseLine, holder)
}

// asRefusal ends a workflow with the code the activity refused with, so that whoever waits can read it.
func asRefusal(err error) error {
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) {
		return failed
	}
	return err
}
