package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// eSIMUndoes are the undos of an eSIM order whose code is issued, newest first.
var eSIMUndoes = []string{"refund p1 8500", "refunded p1 8500", "release-number " + workflowtest.Msisdn, "close cancelled_by_customer"}

func TestESIMOrder_CancelCode_AsksSMDP(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.Cancels(time.Hour)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileCancelled, end.Profile.State)
	require.Equal(t, []string{workflowtest.CancelOne, "profile-cancelled", "begin-cancel cancelled_by_customer"}, s.DidSince("profile-released")[:3])
	require.Equal(t, eSIMUndoes, s.DidSince("begin-cancel cancelled_by_customer"))
}

func TestESIMOrder_CancelAfterDownload_IsTooLate(t *testing.T) {
	tests := map[string]func(*workflowtest.Story){
		"as we know": func(s *workflowtest.Story) { s.Cancels(90 * time.Minute) },
		"as only the SM-DP+ knows": func(s *workflowtest.Story) {
			s.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
			s.Cancels(30 * time.Minute)
		},
		"while the call-back arrives": func(s *workflowtest.Story) {
			s.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
			s.While("cancel-profile", func() { s.ReportsNow("race", workflowtest.FirstESIM, contract.ProfileDownloaded, "", s.Now()) })
			s.Cancels(30 * time.Minute)
		},
	}
	for name, cancel := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			cancel(s)
			s.IsPaidESIM()
			s.IsInstalled(time.Hour, workflowtest.FirstESIM)
			s.ReportedESIM(2*time.Hour, workflowtest.FirstESIM, contract.ProfileDownloaded, "")
			s.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
			s.Mends(3*time.Hour, "switch-on")
			s.Resolves(4*time.Hour, contract.ResolveRetry)

			s.RunToESIM(workflowtest.FirstESIM)

			require.Equal(t, contract.FailCancelTooLate, s.Refused(contract.UpdateCancel))
			require.Empty(t, s.Did("refund", "begin-cancel"))
		})
	}
}

func TestESIMOrder_CancelledWhileMade_IsUndone(t *testing.T) {
	for name, moment := range map[string]string{"while it is ordered": "order-profile", "while the promise is written": "profile-promised"} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.While(moment, s.CancelsNow)
			s.IsPaidESIM()
			s.Cancels(2 * time.Minute)

			end := s.Run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Contains(t, s.Did(), "refund p1 8500")
			require.NotEqual(t, contract.ProfileReleased, end.Profile.State)
			require.Len(t, s.Did("cancel-profile"), len(s.Did("order-profile")), "what was made is taken back")
		})
	}
}

func TestESIMOrder_CancelledInReissue_CancelsBoth(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(time.Hour, func() { s.Fails("order-profile", workflowtest.ErrOutage) })
	s.WantsAnother(2 * time.Hour)
	s.Cancels(2*time.Hour + time.Minute)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Subset(t, s.Did("cancel-profile"), []string{workflowtest.CancelOne, "cancel-profile " + workflowtest.OrderID + "-2"})
	require.Contains(t, s.Did(), "refund p1 8500")
}

func TestESIMOrder_SMDPSilent_AsksOn(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("cancel-profile", workflowtest.ErrOutage)
	s.IsPaidESIM()
	s.Cancels(time.Hour)
	s.Mends(65*time.Minute, "cancel-profile")

	require.Equal(t, contract.StageCancelled, s.Run().Stage)
	require.Positive(t, s.Happened("cancel-profile"))
	require.Equal(t, contract.StageCancelling, s.Answers[contract.UpdateCancel].Stage)
}

func TestESIMOrder_SupportCancels_ProfileStays(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
	s.IsPaidESIM()
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)
	s.Resolves(2*time.Hour, contract.ResolveCancel)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileInstalled, end.Profile.State)
	require.Empty(t, s.Did("cancel-profile"))
	require.Equal(t, []string{"switch-off " + workflowtest.Msisdn, "refund p1 8500"}, s.Did("switch-off", "refund"))
}

func TestESIMOrder_Downloaded_Stays(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(31*workflowtest.Day, func() { s.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate)) })
	s.Resolves(32*workflowtest.Day, contract.ResolveCancel) // overdue; the phone has the profile, but its webhook was lost

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileDownloaded, end.Profile.State)
	require.Equal(t, []string{"refund p1 8500"}, s.Did("refund"))
}

func TestESIMOrder_UndoFails_HeldAndSkippable(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(31*workflowtest.Day, func() { s.Fails("cancel-profile", workflowtest.No(contract.FailProfileRefused)) })
	s.Resolves(32*workflowtest.Day, contract.ResolveCancel)
	s.At(33*workflowtest.Day, func() { require.Equal(t, contract.WorkCancelProfile, s.Books.Last().Held.Work) })
	s.Resolves(34*workflowtest.Day, contract.ResolveSkip)

	require.Equal(t, contract.StageCancelled, s.Run().Stage)
	require.Equal(t, []string{"refund p1 8500"}, s.Did("refund"))
}

// A worker died after the profile was in the database: the customer installs it before the repeated order knows it.
func TestESIMOrder_ReportBeforeProfile_IsTaken(t *testing.T) {
	for name, states := range map[string][]contract.ProfileState{
		"downloaded and installed": {contract.ProfileDownloaded, contract.ProfileInstalled},
		"installed first":          {contract.ProfileInstalled, contract.ProfileDownloaded},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			for i, state := range states {
				s.ReportedESIM(workflowtest.LastWizard+time.Duration(i+1)*time.Millisecond, workflowtest.FirstESIM, state, "")
			}
			s.ReportedESIM(workflowtest.LastWizard, "8996600000000009999", contract.ProfileError, contract.FailCancelTooLate)
			s.IsPaidESIM()

			s.RunToESIM(workflowtest.FirstESIM)

			require.Empty(t, s.Did("profile-error"))
		})
	}
}

// The same for a reissued profile.
func TestESIMOrder_ReportBeforeReissue_IsTaken(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.ReportedESIM(time.Hour, workflowtest.SecondESIM, contract.ProfileInstalled, "")
	s.WantsAnother(2 * time.Hour)

	s.RunToESIM(workflowtest.SecondESIM)
}

func TestESIMOrder_LateReports_ChangeNothing(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(time.Hour, func() {
		s.ReportsNow("e1", workflowtest.FirstESIM, contract.ProfileDownloaded, "", s.Now())
		s.ReportsNow("e1", workflowtest.FirstESIM, contract.ProfileDownloaded, "", s.Now())
		s.ReportsNow("e2", workflowtest.FirstESIM, contract.ProfileError, contract.FailProfileTries, s.Now().Add(-time.Minute)) // overtaken by a newer report
		s.ReportsNow("e3", workflowtest.SecondESIM, contract.ProfileInstalled, "", s.Now())                                     // of another profile
	})
	s.At(2*time.Hour, func() {
		require.Equal(t, contract.ProfileDownloaded, s.Books.Last().Profile.State)
		require.Equal(t, contract.StageDelivered, s.Books.Last().Stage)
	})
	s.At(3*time.Hour, func() {
		s.ReportsNow("e4", workflowtest.FirstESIM, contract.ProfileInstalled, "", s.Now().Add(-4*time.Hour))
	})

	s.RunToESIM(workflowtest.FirstESIM)

	require.Len(t, s.Did("profile-downloaded"), 1)
	require.Empty(t, s.Did("profile-error"))
}

// The SM-DP+ counts seconds, so a download and the failure after it can have the same time, and come in either order.
func TestESIMOrder_ReportsOfOneSecond_FailureStays(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.At(time.Hour, func() {
		at := s.Now()
		s.ReportsNow("e1", workflowtest.FirstESIM, contract.ProfileError, contract.FailProfileNoMemory, at)
		s.ReportsNow("e2", workflowtest.FirstESIM, contract.ProfileDownloaded, "", at)
	})
	s.At(time.Hour+time.Minute, func() { require.Equal(t, contract.ProfileError, s.Books.Last().Profile.State) })
	s.IsInstalled(2*time.Hour, workflowtest.FirstESIM)

	s.RunToESIM(workflowtest.FirstESIM)
}

func TestESIMOrder_InstalledFirst_Taken(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.ReportedESIM(time.Hour, workflowtest.FirstESIM, contract.ProfileInstalled, "")
	s.ReportedESIM(2*time.Hour, workflowtest.FirstESIM, contract.ProfileDownloaded, "")

	s.RunToESIM(workflowtest.FirstESIM)
}

func TestESIMOrder_PhoneRetriesAfterFault_GoesOn(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.FailsToInstall(time.Hour, workflowtest.FirstESIM, contract.FailProfileNoMemory)
	s.IsInstalled(2*time.Hour, workflowtest.FirstESIM)

	end := s.RunToESIM(workflowtest.FirstESIM)

	require.Empty(t, end.Profile.ErrorCode)
}

// As with a parcel: a profile that a dead worker had made is on no phone, and must not get there.
func TestESIMOrder_CancelledAfterCrash_IsUndone(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.While("charge", func() {
		s.Books.Forgets(func(o *contract.Order) {
			*o = order.WithPayment(*o, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: workflowtest.ESIMTotal})
			o.Stage = contract.StagePlaced
			*o = order.Promised(*o, workflowtest.Begin.Add(time.Hour))
		})
		s.CancelsNow()
	})

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Empty(t, s.Did("payment-paid", "order-profile"), "the fault came")
	require.Equal(t, []string{workflowtest.CancelOne}, s.Did("cancel-profile"))
	require.Equal(t, contract.ProfileCancelled, end.Profile.State)
}
