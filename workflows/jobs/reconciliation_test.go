package jobs_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/jobs"
)

func newWorld() (*testsuite.TestWorkflowEnvironment, *workflowtest.Journal) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
	return env, j
}

func TestReconciliation_DueDays_InOrder(t *testing.T) {
	env, j := newWorld()
	var children []string
	env.SetOnChildWorkflowStartedListener(func(info *workflow.Info, _ workflow.Context, _ converter.EncodedValues) {
		children = append(children, info.WorkflowExecution.ID)
	})
	env.ExecuteWorkflow(jobs.Reconciliation)
	require.NoError(t, env.GetWorkflowError())
	var compared int
	require.NoError(t, env.GetWorkflowResult(&compared))
	require.Equal(t, len(workflowtest.SettlementDays), compared)
	require.Equal(t, []string{"list-settlements", "reconcile-2026-11-25", "reconcile-2026-11-24"}, j.Did())
	require.Equal(t, []string{"reconciliation/2026-11-25", "reconciliation/2026-11-24"}, children, "one workflow for each day")
}

func TestReconciliation_FailedDay_DoesNotBlock(t *testing.T) {
	env, j := newWorld()
	j.Fails("reconcile-2026-11-25", workflowtest.No(contract.FailOutsideSystem))
	env.ExecuteWorkflow(jobs.Reconciliation)
	workflowtest.RequireCode(t, contract.FailOutsideSystem, env.GetWorkflowError())
	require.Equal(t, []string{"list-settlements", "reconcile-2026-11-24"}, j.Did())
}

func TestReconciliation_DatabaseAway_Waits(t *testing.T) {
	env, j := newWorld()
	j.Fails("list-settlements", workflowtest.ErrOurDatabase)
	env.RegisterDelayedCallback(func() { j.Fails("list-settlements", nil) }, 5*time.Hour)
	env.ExecuteWorkflow(jobs.Reconciliation)
	require.NoError(t, env.GetWorkflowError())
	require.Len(t, j.Did(), 3)
}

func TestDayReconciliation_FileMissing_AsksAgain(t *testing.T) {
	env, j := newWorld()
	j.Fails("reconcile-2026-11-25", workflowtest.ErrOutage)
	env.RegisterDelayedCallback(func() { j.Fails("reconcile-2026-11-25", nil) }, 5*time.Minute)
	env.ExecuteWorkflow(jobs.DayReconciliation, "2026-11-25")
	require.NoError(t, env.GetWorkflowError())
	var done contract.Reconciled
	require.NoError(t, env.GetWorkflowResult(&done))
	require.Equal(t, contract.Reconciled{Day: "2026-11-25", Lines: 2, Agreed: 2, Changed: true}, done)
}
