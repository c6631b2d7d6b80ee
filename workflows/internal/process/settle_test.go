package process_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	platform "selfcare/internal/platform/temporal"
	"selfcare/workflows/internal/process"
)

const (
	news   = "news"
	goesOn = "go-on"
)

// hearsAndGoesOn allows a step only after a message.
func hearsAndGoesOn(ctx workflow.Context) error {
	p := process.Open(ctx, "waits", nil, func(workflow.Context, string) []process.Attribute { return nil })
	take := func(ctx workflow.Context, told string) {
		_ = workflow.Sleep(ctx, 50*time.Millisecond) // the change is being recorded
		p.State = told
	}
	if err := process.Listen(p, news, func(string) string { return "" }, take); err != nil {
		return err
	}
	may := func(struct{}) error {
		if p.State == "waits" {
			return process.Refuse(contract.FailStepOutOfOrder)
		}
		return nil
	}
	isOver := false
	handle := func(workflow.Context, struct{}) (string, error) {
		isOver = true
		return p.State, nil
	}
	if err := process.Update(p, ctx, goesOn, may, handle); err != nil {
		return err
	}
	return workflow.Await(ctx, func() bool { return isOver })
}

// A worker died with a message in hand. The next worker gets it in one task with the step that hangs on it.
func TestUpdate_InOneTaskWithMessage_IsTaken(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: "hears", TaskQueue: contract.TaskQueue}, hearsAndGoesOn)
	require.NoError(t, err)
	answers := make(chan error, 2)
	send := func(name string, arg any) {
		go func() {
			handle, err := c.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
				WorkflowID: run.GetID(), UpdateName: name, Args: []any{arg}, WaitForStage: client.WorkflowUpdateStageCompleted,
			})
			if err == nil {
				err = handle.Get(ctx, nil)
			}
			answers <- err
		}()
		<-time.After(300 * time.Millisecond) // the server has it then, and keeps the order
	}
	send(news, "told")
	send(goesOn, struct{}{})

	w := sdk.New(c, contract.TaskQueue, sdk.Options{WorkerStopTimeout: time.Second})
	w.RegisterWorkflow(hearsAndGoesOn)
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	require.NoError(t, testkit.Receive(t, answers))
	require.NoError(t, testkit.Receive(t, answers))
	require.NoError(t, run.Get(ctx, nil))
}
