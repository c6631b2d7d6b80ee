package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestESIMOrder_ProfileFailed_ClickReissues(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.FailsToInstall(time.Hour, workflowtest.FirstESIM, contract.FailProfileNoMemory)
	s.At(61*time.Minute, func() {
		require.Equal(t, contract.FailProfileNoMemory, s.Books.Last().Profile.ErrorCode)
		require.Equal(t, contract.StageDispatched, s.Books.Last().Stage)
	})
	s.WantsAnother(2 * time.Hour)
	s.At(2*time.Hour+time.Minute, func() {
		answer := s.Answers[contract.UpdateReissueProfile].Profile
		require.Equal(t, []any{2, contract.ProfileReleased, workflowtest.SecondESIM, contract.Code("")}, []any{answer.Issued, answer.State, answer.ICCID, answer.ErrorCode})
	})
	s.IsInstalled(3*time.Hour, workflowtest.SecondESIM)

	s.RunToESIM(workflowtest.SecondESIM)

	require.Equal(t, []string{workflowtest.ProfileOne, workflowtest.CancelOne, "order-profile " + workflowtest.OrderID + "-2"}, s.Did("order-profile", "cancel-profile"))
	require.Equal(t, []string{"esim-failed", "esim-ready", "esim-ready", "line-active", "order-placed"}, s.MessagesSent())
}

func TestESIMOrder_ClickWithoutNotice_Reissues(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate)) // it was downloaded, and the phone was reset
	s.IsPaidESIM()
	s.ReportedESIM(time.Hour, workflowtest.FirstESIM, contract.ProfileDownloaded, "")
	s.WantsAnother(2 * time.Hour)
	s.ReportedESIM(150*time.Minute, workflowtest.FirstESIM, contract.ProfileError, contract.FailProfileCodeUsed) // about the replaced one
	s.IsInstalled(3*time.Hour, workflowtest.SecondESIM)

	s.RunToESIM(workflowtest.SecondESIM)

	require.Empty(t, s.Refusals)
	require.NotContains(t, s.MessagesSent(), "esim-failed")
}

func TestESIMOrder_Reissue_ForAnotherPhone(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.FailsToInstall(time.Hour, workflowtest.FirstESIM, contract.FailDeviceUnsupported)
	s.WantsAnother(2 * time.Hour)
	s.At(121*time.Minute, func() {
		require.Equal(t, contract.FailDeviceUnsupported, s.Refused(contract.UpdateReissueProfile), "another code would not help")
	})
	s.Say(3*time.Hour, contract.UpdateReissueProfile, contract.ReissueRequest{Device: &contract.Device{EID: workflowtest.AnotherEID}})
	s.IsInstalled(4*time.Hour, workflowtest.SecondESIM)

	end := s.RunToESIM(workflowtest.SecondESIM)

	require.Equal(t, workflowtest.AnotherEID, end.Device.EID)
	require.Equal(t, "order-profile "+workflowtest.OrderID+"-2 "+workflowtest.AnotherEID, s.Did("order-profile")[1])
}

func TestESIMOrder_TwoReissuesAtOnce_OneProfile(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(time.Hour, func() {
		s.SayNow(contract.UpdateReissueProfile, "a", contract.ReissueRequest{})
		s.SayNow(contract.UpdateReissueProfile, "b", contract.ReissueRequest{})
	})
	s.IsInstalled(3*time.Hour, workflowtest.SecondESIM)

	s.RunToESIM(workflowtest.SecondESIM)

	require.Equal(t, contract.FailIdempotencyInProgress, s.Refused(contract.UpdateReissueProfile))
	require.Equal(t, 2, s.Answers[contract.UpdateReissueProfile].Profile.Issued)
	require.Len(t, s.Did("order-profile"), 2)
}

func TestESIMOrder_NoReissuesLeft_GoesToSupport(t *testing.T) {
	tests := map[string]func(*workflowtest.Story){
		"by the third failure": func(s *workflowtest.Story) {
			s.FailsToInstall(5*time.Hour, workflowtest.ThirdESIM, contract.FailProfileNotInstall)
		},
		"by the third click": func(s *workflowtest.Story) {
			s.WantsAnother(5 * time.Hour)
			s.At(301*time.Minute, func() { require.Equal(s.T, contract.FailReissueLimit, s.Refused(contract.UpdateReissueProfile)) })
		},
	}
	for name, exhaust := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.IsPaidESIM()
			s.WantsAnother(time.Hour)
			s.WantsAnother(2 * time.Hour)
			exhaust(s)
			s.At(6*time.Hour, func() {
				require.Equal(t, contract.FailReissueLimit, s.Books.Last().Held.FailureCode)
				require.Equal(t, contract.WorkFollowProfile, s.Books.Last().Held.Work)
			})
			s.WantsAnother(7 * time.Hour)
			s.Resolves(8*time.Hour, contract.ResolveRetry)
			s.IsInstalled(9*time.Hour, workflowtest.ProfileICCIDs[3])

			s.RunToESIM(workflowtest.ProfileICCIDs[3])

			require.Equal(t, contract.FailReissueLimit, s.Refused(contract.UpdateReissueProfile))
			require.Len(t, s.Did("hold"), 1)
			require.Len(t, s.Did("order-profile"), 4)
		})
	}
}

func TestESIMOrder_ReissueRefused_SameReference(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(time.Hour, func() { s.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock)) })
	s.WantsAnother(2 * time.Hour)
	s.At(3*time.Hour, func() {
		require.Equal(t, contract.FailProfileOutOfStock, s.Books.Last().Held.FailureCode)
		require.Equal(t, contract.FailProfileNotReady, s.Refused(contract.UpdateReissueProfile))
	})
	s.Mends(4*time.Hour, "order-profile")
	s.Resolves(5*time.Hour, contract.ResolveRetry)
	s.IsInstalled(6*time.Hour, workflowtest.SecondESIM)

	s.RunToESIM(workflowtest.SecondESIM)
}

func TestESIMOrder_InstalledWhileHeld_GoesOn(t *testing.T) {
	for name, action := range map[string]string{"retry": contract.ResolveRetry, "skip": contract.ResolveSkip} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.IsPaidESIM()
			s.IsInstalled(31*workflowtest.Day, workflowtest.FirstESIM) // overdue since a day
			s.Resolves(32*workflowtest.Day, action)

			s.RunToESIM(workflowtest.FirstESIM)
		})
	}
}

func TestESIMOrder_ReissueTooEarlyOrLate_Refused(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.WantsAnother(time.Second)
	s.At(2*time.Second, func() { require.Equal(t, contract.FailProfileNotReady, s.Refused(contract.UpdateReissueProfile)) })
	s.ChoosesPlan(5 * time.Second)
	s.Cancels(time.Minute)
	require.Equal(t, contract.StageCancelled, s.Run().Stage)
}
