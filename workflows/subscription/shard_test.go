package subscription_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// shardBooks answer each look of a shard with the next of some moments.
type shardBooks struct {
	*workflowtest.Journal
	env   *testsuite.TestWorkflowEnvironment
	looks []time.Time
	next  []time.Time
}

func (b *shardBooks) AdvanceShard(context.Context, contract.PlanShardInput) (rest contract.ShardRest, err error) {
	b.looks = append(b.looks, b.env.Now())
	if len(b.next) > 0 {
		rest.Next, b.next = b.next[0], b.next[1:]
	}
	return rest, nil
}

func newShard(t *testing.T, next ...time.Time) *shardBooks {
	t.Helper()
	env := workflowtest.NewEnvironment()
	env.SetStartTime(workflowtest.Begin)
	b := &shardBooks{Journal: workflowtest.NewJournal(), env: env, next: next}
	workflowtest.Register(env, b)
	return b
}

// runs lets a time pass.
func (b *shardBooks) runs(within time.Duration) {
	b.env.RegisterDelayedCallback(b.env.CancelWorkflow, within)
	b.env.ExecuteWorkflow(contract.WorkflowPlanShard, contract.PlanShardInput{Shard: 7})
}

func sinceBegin(moments []time.Time) (all []time.Duration) {
	for _, at := range moments {
		all = append(all, at.Sub(workflowtest.Begin))
	}
	return all
}

func TestShard_Rests_UntilNextDue(t *testing.T) {
	begin := workflowtest.Begin
	b := newShard(t, begin.Add(20*time.Minute), begin.Add(30*time.Hour), time.Time{})
	b.runs(3 * time.Hour)
	require.Equal(t, []time.Duration{0, 20 * time.Minute, 80 * time.Minute, 140 * time.Minute}, sinceBegin(b.looks), "each hour at the latest")
}

func TestShard_DueReported_LooksAtOnce(t *testing.T) {
	b := newShard(t)
	b.env.RegisterDelayedCallback(func() { b.env.SignalWorkflow(contract.SignalPlanDue, nil) }, 10*time.Minute)
	b.runs(time.Hour)
	require.Equal(t, []time.Duration{0, 10 * time.Minute}, sinceBegin(b.looks))
}

func TestShard_ManyRests_ContinuesAsNew(t *testing.T) {
	b := newShard(t)
	b.runs(30 * workflowtest.Day)
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, b.env.GetWorkflowError(), &again)
	require.Len(t, b.looks, 100)
}
