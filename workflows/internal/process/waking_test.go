package process_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	platform "selfcare/internal/platform/temporal"
	"selfcare/workflows/internal/process"
)

// book is a table of our database, which refuses calls until it is back.
type book struct {
	mu      sync.Mutex
	back    bool
	refused int
	written []time.Time
}

func (b *book) write(context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.back {
		b.refused++
		return temporal.NewApplicationError("connection refused", string(contract.FailUnavailable))
	}
	b.written = append(b.written, time.Now())
	return nil
}

func (b *book) returns() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.back = true
}

func (b *book) refusals() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused
}

func (b *book) lines() []time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.written)
}

func writesOnce(ctx workflow.Context) error {
	return process.CallLocal(ctx, &process.Attention{}, "Write a line", nil, "write")
}

// Forty processes on a real server wait while our database is unavailable. Nearly all continue within ten seconds after its
// return, and none has filled its history.
func TestLocal_DatabaseBack_WaitsEndInTenSeconds(t *testing.T) {
	const waits, asked, most, goal = 40, 2, 10 * time.Second, 38 // calls by the process, and by the server
	usual := process.DatabasePauses
	process.DatabasePauses = []time.Duration{100 * time.Millisecond}
	t.Cleanup(func() { process.DatabasePauses = usual })
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	b := &book{}
	w := sdk.New(c, contract.TaskQueue, sdk.Options{WorkerStopTimeout: time.Second})
	w.RegisterWorkflow(writesOnce)
	w.RegisterActivityWithOptions(b.write, activity.RegisterOptions{Name: "write"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	var runs []client.WorkflowRun
	for n := range waits {
		one, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: fmt.Sprintf("wait/%d", n), TaskQueue: contract.TaskQueue}, writesOnce)
		require.NoError(t, err)
		runs = append(runs, one)
	}
	require.Eventually(t, func() bool { return b.refusals() >= asked*waits }, time.Minute, 50*time.Millisecond)

	back := time.Now()
	b.returns()
	for _, one := range runs {
		require.NoError(t, one.Get(ctx, nil))
	}

	late := slices.DeleteFunc(b.lines(), func(at time.Time) bool { return at.Sub(back) <= most })
	require.Len(t, b.lines(), waits, "each once")
	require.LessOrEqual(t, len(late), waits-goal)
	events := 0
	history := c.GetWorkflowHistory(ctx, runs[0].GetID(), "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for history.HasNext() {
		_, err := history.Next()
		require.NoError(t, err)
		events++
	}
	require.Less(t, events, 30, "the server repeats the call, the history does not tell of it")
}
