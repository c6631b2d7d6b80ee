package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

var (
	ranOut = ends.Add(72 * time.Hour)
	again  = contract.Resolution{Action: contract.ResolveRetry, Actor: "support-1", Note: "it is back"}
)

// behind is the plan of a line that ran out, and whose network refuses the new service level.
func behind(t *testing.T) *workflowtest.PlanStory {
	t.Helper()
	s := workflowtest.NewPlanStory(t, 0)
	s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	return s
}

func TestResolve_NetworkBehind_IsToldAtOnce(t *testing.T) {
	s := behind(t)
	s.At(ranOut.Add(30*time.Minute), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 1, s.Happened("network"), "the next time would be in half an hour")
		s.Books.Fails("network", nil)
	})
	resolved := s.Says(ranOut.Add(31*time.Minute), contract.UpdateResolve, again)
	over := s.Says(ranOut.Add(32*time.Minute), contract.UpdateResolve, again)
	end := s.RunsUntil(ranOut.Add(33 * time.Minute))
	require.NoError(t, *resolved)
	workflowtest.RequireCode(t, contract.FailCaseNotHeld, *over)
	require.Equal(t, contract.ServiceIncoming, end.Service.Level)
	require.Equal(t, []string{"note-retry support-1"}, s.Did("note-retry"))
	require.Equal(t, []string{"network hawakom-90 incoming"}, s.Did("network"))
}

func TestResolve_RefusedAgain_GoesOnAsBefore(t *testing.T) {
	s := behind(t)
	resolved := s.Says(ranOut.Add(30*time.Minute), contract.UpdateResolve, again)
	s.At(ranOut.Add(89*time.Minute), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 2, s.Happened("network"), "as it ran out, and when support asked")
		s.Books.Fails("network", nil)
	})
	end := s.RunsUntil(ranOut.Add(91 * time.Minute))
	require.NoError(t, *resolved)
	require.Equal(t, contract.ServiceIncoming, end.Service.Level, "an hour after support asked")
}

func TestResolve_OtherActionOrNotBehind_IsRefused(t *testing.T) {
	s := behind(t)
	early := s.Says(ends.AddDate(0, 0, -1), contract.UpdateResolve, again)
	skipped := s.Says(ranOut.Add(time.Minute), contract.UpdateResolve, contract.Resolution{Action: contract.ResolveSkip, Actor: "support-1"})
	s.RunsUntil(ranOut.Add(2 * time.Minute))
	workflowtest.RequireCode(t, contract.FailCaseNotHeld, *early)
	workflowtest.RequireCode(t, contract.FailResolutionNotAllowed, *skipped)
	require.Empty(t, s.Did("note-retry"))
}

func TestResolve_AnswerLost_IsRecordedOnce(t *testing.T) {
	s := behind(t)
	s.Books.Loses("note-retry")
	s.At(ranOut.Add(30*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	resolved := s.Says(ranOut.Add(31*time.Minute), contract.UpdateResolve, again)
	end := s.RunsUntil(ranOut.Add(40 * time.Minute))
	require.NoError(t, *resolved)
	require.Equal(t, contract.ServiceIncoming, end.Service.Level)
}
