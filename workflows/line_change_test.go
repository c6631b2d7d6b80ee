package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/linechange"
)

var simChange = contract.SIMChangeInput{LineID: lineID, SIMID: "sim-2", Holder: "h-1", Language: "en"}

// change runs one of the short workflows against the fakes.
func change(t *testing.T, prepare func(*journal)) (*testsuite.TestWorkflowEnvironment, *journal) {
	env, j := newEnvironment(), newJournal()
	env.RegisterActivity(newBooks(j))
	env.RegisterActivity(newOutside(j, env.Now))
	prepare(j)
	return env, j
}

func TestPrimarySwitch_ChangesTheNetworkThenTheBooks(t *testing.T) {
	env, j := change(t, func(*journal) {})
	env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"claim-line h-1", "switch-primary " + iccid, "record-primary sim-2"}, j.did())
}

func TestSIMDeactivation_TellsWhoHoldsTheLine(t *testing.T) {
	env, j := change(t, func(*journal) {})
	env.ExecuteWorkflow(linechange.SIMDeactivation, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"claim-line h-1", "remove-sim " + iccid, "record-deactivation sim-2"}, j.did())
	require.Subset(t, []string{"sim-deactivated", "sim-deactivated"}, j.messagesSent())
}

func TestSIMChange_ARefusedClaimChangesNothing(t *testing.T) {
	env, j := change(t, func(j *journal) { j.fails("claim-line", no(contract.FailSIMPrimary)) })
	env.ExecuteWorkflow(linechange.SIMDeactivation, simChange)
	require.ErrorContains(t, env.GetWorkflowError(), string(contract.FailSIMPrimary))
	require.Empty(t, j.did())
}

func TestSIMChange_WhatTheNetworkRefusesGivesTheLineFree(t *testing.T) {
	for name, err := range map[string]error{"refused": no(contract.FailNetworkRefused), "silent for an hour": errOutage} {
		t.Run(name, func(t *testing.T) {
			env, j := change(t, func(j *journal) { j.fails("switch-primary", err) })
			env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
			require.Error(t, env.GetWorkflowError())
			require.Equal(t, []string{"claim-line h-1", "release-line h-1"}, j.did())
		})
	}
}

func TestSIMChange_AnOutageIsSatOut(t *testing.T) {
	env, j := change(t, func(j *journal) { j.fails("switch-primary", errOutage) })

	env.RegisterDelayedCallback(func() { j.fails("switch-primary", nil) }, 20*time.Second)
	env.ExecuteWorkflow(linechange.PrimarySwitch, simChange)
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"record-primary sim-2"}, j.did("record-primary"))
}

func TestLineChange_GivesTheLineFreeWhenItIsCancelled(t *testing.T) {
	env, j := change(t, func(*journal) {})
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Hour)
	env.ExecuteWorkflow(linechange.LineChange, contract.LineChangeInput{LineID: lineID, Holder: orderID, OrderNumber: "SC12345678"})
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"release-line " + orderID}, j.did())
}
