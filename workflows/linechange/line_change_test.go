package linechange_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/linechange"
)

var simChange = contract.SIMChangeInput{LineID: workflowtest.LineID, SIMID: "sim-2", Holder: "h-1", Language: "en"}

// change runs one of the short workflows with the fakes.
func change(t *testing.T, prepare func(*workflowtest.Journal)) (*testsuite.TestWorkflowEnvironment, *workflowtest.Journal) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	workflowtest.Register(env, workflowtest.NewBooks(j), workflowtest.NewOutside(j, env.Now))
	prepare(j)
	return env, j
}

func TestPrimarySwitch_NetworkFirst_ThenBooks(t *testing.T) {
	env, j := change(t, func(*workflowtest.Journal) {})
	env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"claim-line h-1", "switch-primary " + workflowtest.Iccid, "record-primary sim-2"}, j.Did())
}

func TestSIMDeactivation_Done_TellsHolder(t *testing.T) {
	env, j := change(t, func(*workflowtest.Journal) {})
	env.ExecuteWorkflow(linechange.SIMDeactivation, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"claim-line h-1", "remove-sim " + workflowtest.Iccid, "record-deactivation sim-2"}, j.Did())
	require.Subset(t, []string{"sim-deactivated", "sim-deactivated"}, j.MessagesSent())
}

func TestSIMChange_ClaimRefused_ChangesNothing(t *testing.T) {
	env, j := change(t, func(j *workflowtest.Journal) { j.Fails("claim-line", workflowtest.No(contract.FailSIMPrimary)) })
	env.ExecuteWorkflow(linechange.SIMDeactivation, simChange)
	require.ErrorContains(t, env.GetWorkflowError(), string(contract.FailSIMPrimary))
	require.Empty(t, j.Did())
}

func TestSIMChange_NetworkRefuses_ReleasesLine(t *testing.T) {
	env, j := change(t, func(j *workflowtest.Journal) { j.Fails("switch-primary", workflowtest.No(contract.FailNetworkRefused)) })
	env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
	require.ErrorContains(t, env.GetWorkflowError(), string(contract.FailNetworkRefused))
	require.Equal(t, []string{"claim-line h-1", "release-line h-1"}, j.Did())
}

// A silent network may have made the change: the line stays claimed until the outcome is known, and operators see it.
func TestSIMChange_NetworkSilent_AsksUntilKnown(t *testing.T) {
	ends := map[string]struct {
		says    error
		want    []string
		wantErr bool
	}{
		"changed": {nil, []string{"claim-line h-1", "switch-primary " + workflowtest.Iccid, "record-primary sim-2"}, false},
		"refused": {workflowtest.No(contract.FailNetworkRefused), []string{"claim-line h-1", "release-line h-1"}, true},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			env, j := change(t, func(j *workflowtest.Journal) { j.Fails("switch-primary", workflowtest.ErrOutage) })
			shown := workflowtest.KeepAttributes(env)
			env.RegisterDelayedCallback(env.CancelWorkflow, time.Minute) // the books must have what the network did
			env.RegisterDelayedCallback(func() {
				require.Equal(t, []string{"claim-line h-1"}, j.Did(), "the claim stays")
				require.Equal(t, true, shown[contract.AttrNeedsAttention])
				require.Equal(t, string(contract.FailOutsideSystem), shown[contract.AttrFailureCode])
			}, workflowtest.Day)
			env.RegisterDelayedCallback(func() { j.Fails("switch-primary", end.says) }, 25*time.Hour)
			env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
			require.Equal(t, end.wantErr, env.GetWorkflowError() != nil)
			require.Equal(t, end.want, j.Did())
			require.Equal(t, false, shown[contract.AttrNeedsAttention])
		})
	}
}

func TestSIMChange_Outage_Waits(t *testing.T) {
	env, j := change(t, func(j *workflowtest.Journal) { j.Fails("switch-primary", workflowtest.ErrOutage) })

	env.RegisterDelayedCallback(func() { j.Fails("switch-primary", nil) }, 20*time.Second)
	env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"record-primary sim-2"}, j.Did("record-primary"))
}

func TestLineChange_Cancelled_ReleasesLine(t *testing.T) {
	env, j := change(t, func(*workflowtest.Journal) {})
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Hour)
	env.ExecuteWorkflow(linechange.LineChange, contract.LineChangeInput{LineID: workflowtest.LineID, Holder: workflowtest.OrderID, OrderNumber: "SC12345678"})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"release-line " + workflowtest.OrderID}, j.Did())
}
