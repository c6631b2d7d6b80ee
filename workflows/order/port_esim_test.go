package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// newESIMPortStory is an eSIM ordered with a number from another operator.
func newESIMPortStory(t *testing.T) *workflowtest.PortStory {
	s := workflowtest.NewESIMStory(t)
	s.Input.Order.NumberSource = contract.NumberPortIn
	return &workflowtest.PortStory{Story: s}
}

func TestESIMPort_Approved_NumberMoves(t *testing.T) {
	tests := map[string]struct{ installed, approved time.Duration }{
		"installed first":                  {10 * time.Minute, time.Hour},
		"approved while it is not in use":  {time.Hour, 10 * time.Minute},
		"approved in the very same minute": {time.Hour, time.Hour + time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMPortStory(t)
			s.IsPaidESIM()
			s.IsInstalled(tt.installed, workflowtest.FirstESIM)
			s.DonorSays(tt.approved, 1, 2, contract.PortApproved, "")

			end := s.RunsTo(contract.StageActive)

			require.Equal(t, contract.PortCompleted, end.Port.Status)
			last := max(tt.installed+time.Minute, tt.approved)
			require.Equal(t, workflowtest.Begin.Add(last+15*time.Minute), end.Port.CutOverAt)
			require.Equal(t, []string{"switch-on " + workflowtest.BroughtAlong}, s.Did("switch-on"))
			require.Contains(t, s.Books.Stages(), contract.StagePorting)
			require.Empty(t, s.Did("book-parcel", "cancel-profile"))
			require.Contains(t, s.MessagesSent(), "esim-ready-port", "it works only after the switch")
			require.NotContains(t, s.MessagesSent(), "esim-ready")
		})
	}
}

func TestESIMPort_Rejected_IsCorrected(t *testing.T) {
	s := newESIMPortStory(t)
	s.IsPaidESIM()
	s.DonorSays(10*time.Minute, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.Corrects(20*time.Minute, contract.PortCorrection{})
	s.DonorSays(30*time.Minute, 2, 2, contract.PortApproved, "")
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)

	require.Equal(t, 2, s.RunsTo(contract.StageActive).Port.Tries)
}

func TestESIMPort_NumberImpossible_EndsOrder(t *testing.T) {
	s := newESIMPortStory(t)
	s.IsPaidESIM()
	s.DonorSays(10*time.Minute, 1, 2, contract.PortRejected, contract.PortSuspended)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, workflowtest.Begin.Add(10*time.Minute), end.Ended.At, "the installation is not awaited")
	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
	require.EqualValues(t, workflowtest.PortedESIMTotal, end.Ended.Refunded)
	require.Equal(t, []string{workflowtest.CancelOne}, s.Did("cancel-profile"))
}

func TestESIMPort_CancelledBeforeMove_IsUndone(t *testing.T) {
	tests := map[string]struct {
		when     time.Duration
		profiles []string
	}{
		"before the profile is installed": {20 * time.Minute, []string{workflowtest.CancelOne}},
		"installed, waiting for approval": {40 * time.Minute, nil},
		"waiting for the window":          {65 * time.Minute, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMPortStory(t)
			s.IsPaidESIM()
			s.IsInstalled(30*time.Minute, workflowtest.FirstESIM)
			s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
			s.Cancels(tt.when)

			end := s.RunsTo(contract.StageCancelled)

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.PortWithdrawn, end.Port.Status)
			require.Equal(t, tt.profiles, s.Did("cancel-profile"))
			require.EqualValues(t, workflowtest.PortedESIMTotal, end.Ended.Refunded)
		})
	}
}
