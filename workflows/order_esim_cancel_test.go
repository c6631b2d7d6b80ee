package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// eSIMUndoes is everything that is taken back from an eSIM order whose code is out, newest first.
var eSIMUndoes = []string{"refund p1 8500", "refunded p1 8500", "release-number " + msisdn, "close cancelled_by_customer"}

func TestESIMOrder_CancelledWithItsCodeOutAsksTheSMDPFirst(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.cancels(time.Hour)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileCancelled, end.Profile.State)
	require.Equal(t, []string{cancelOne, "profile-cancelled", "begin-cancel cancelled_by_customer"}, s.didSince("profile-released")[:3])
	require.Equal(t, eSIMUndoes, s.didSince("begin-cancel cancelled_by_customer"))
}

func TestESIMOrder_TooLateToCancelOnceThePhoneHasIt(t *testing.T) {
	tests := map[string]func(*story){
		"as we know": func(s *story) { s.cancels(90 * time.Minute) },
		"as only the SM-DP+ knows": func(s *story) {
			s.fails("cancel-profile", no(contract.FailCancelTooLate))
			s.cancels(30 * time.Minute)
		},
		"while the call-back arrives": func(s *story) {
			s.fails("cancel-profile", no(contract.FailCancelTooLate))
			s.while("cancel-profile", func() { s.reportsNow("race", firstESIM, contract.ProfileDownloaded, "", s.Now()) })
			s.cancels(30 * time.Minute)
		},
	}
	for name, cancel := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			cancel(s)
			s.isPaidESIM()
			s.isInstalled(time.Hour, firstESIM)
			s.reportedESIM(2*time.Hour, firstESIM, contract.ProfileDownloaded, "")
			s.fails("switch-on", no(contract.FailNetworkRefused))
			s.mends(3*time.Hour, "switch-on")
			s.resolves(4*time.Hour, contract.ResolveRetry)

			s.runToESIM(firstESIM)

			require.Equal(t, contract.FailCancelTooLate, s.refused(contract.UpdateCancel))
			require.Empty(t, s.did("refund", "begin-cancel"))
		})
	}
}

func TestESIMOrder_CancelledWhileItsProfileIsMade(t *testing.T) {
	for name, moment := range map[string]string{"while it is ordered": "order-profile", "while the promise is written": "profile-promised"} {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.while(moment, s.cancelsNow)
			s.isPaidESIM()
			s.cancels(2 * time.Minute)

			end := s.run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Contains(t, s.did(), "refund p1 8500")
			require.NotEqual(t, contract.ProfileReleased, end.Profile.State)
			require.Len(t, s.did("cancel-profile"), len(s.did("order-profile")), "what was made is taken back")
		})
	}
}

func TestESIMOrder_CancelledWhileAnotherProfileIsMadeTakesBothBack(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(time.Hour, func() { s.fails("order-profile", errOutage) })
	s.wantsAnother(2 * time.Hour)
	s.cancels(2*time.Hour + time.Minute)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Subset(t, s.did("cancel-profile"), []string{cancelOne, "cancel-profile " + orderID + "-2"})
	require.Contains(t, s.did(), "refund p1 8500")
}

func TestESIMOrder_SMDPThatWasAskedToCancelIsAskedUntilItAnswers(t *testing.T) {
	s := newESIMStory(t)
	s.fails("cancel-profile", errOutage)
	s.isPaidESIM()
	s.cancels(time.Hour)
	s.mends(65*time.Minute, "cancel-profile")

	require.Equal(t, contract.StageCancelled, s.run().Stage)
	require.Positive(t, s.happened("cancel-profile"))
	require.Equal(t, contract.StageCancelling, s.answers[contract.UpdateCancel].Stage)
}

func TestESIMOrder_SupportCancelsAnOrderWhoseProfileStaysOnThePhone(t *testing.T) {
	s := newESIMStory(t)
	s.fails("switch-on", no(contract.FailNetworkRefused))
	s.isPaidESIM()
	s.isInstalled(time.Hour, firstESIM)
	s.resolves(2*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileInstalled, end.Profile.State)
	require.Empty(t, s.did("cancel-profile"))
	require.Equal(t, []string{"switch-off " + msisdn, "refund p1 8500"}, s.did("switch-off", "refund"))
}

func TestESIMOrder_AnEndedOrderLeavesAProfileThatWasJustDownloaded(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(31*day, func() { s.fails("cancel-profile", no(contract.FailCancelTooLate)) })
	s.resolves(32*day, contract.ResolveCancel) // overdue; the phone has it, its call-back was lost

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ProfileDownloaded, end.Profile.State)
	require.Equal(t, []string{"refund p1 8500"}, s.did("refund"))
}

func TestESIMOrder_UndoThatFailsIsHeldAndCanBeSkipped(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(31*day, func() { s.fails("cancel-profile", no(contract.FailProfileRefused)) })
	s.resolves(32*day, contract.ResolveCancel)
	s.at(33*day, func() { require.Equal(t, contract.WorkCancelProfile, s.books.last().Held.Work) })
	s.resolves(34*day, contract.ResolveSkip)

	require.Equal(t, contract.StageCancelled, s.run().Stage)
	require.Equal(t, []string{"refund p1 8500"}, s.did("refund"))
}

func TestESIMOrder_LateAndDoubledReportsChangeNothing(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(time.Hour, func() {
		s.reportsNow("e1", firstESIM, contract.ProfileDownloaded, "", s.Now())
		s.reportsNow("e1", firstESIM, contract.ProfileDownloaded, "", s.Now())
		s.reportsNow("e2", firstESIM, contract.ProfileError, contract.FailProfileTries, s.Now().Add(-time.Minute)) // overtaken
		s.reportsNow("e3", secondESIM, contract.ProfileInstalled, "", s.Now())                                     // another's
	})
	s.at(2*time.Hour, func() {
		require.Equal(t, contract.ProfileDownloaded, s.books.last().Profile.State)
		require.Equal(t, contract.StageDelivered, s.books.last().Stage)
	})
	s.at(3*time.Hour, func() { s.reportsNow("e4", firstESIM, contract.ProfileInstalled, "", s.Now().Add(-4*time.Hour)) })

	s.runToESIM(firstESIM)

	require.Len(t, s.did("profile-downloaded"), 1)
	require.Empty(t, s.did("profile-error"))
}

func TestESIMOrder_InstalledBeforeTheDownloadWasHeardOf(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.reportedESIM(time.Hour, firstESIM, contract.ProfileInstalled, "")
	s.reportedESIM(2*time.Hour, firstESIM, contract.ProfileDownloaded, "")

	s.runToESIM(firstESIM)
}

func TestESIMOrder_APhoneThatTriesAgainAfterAFault(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.failsToInstall(time.Hour, firstESIM, contract.FailProfileNoMemory)
	s.isInstalled(2*time.Hour, firstESIM)

	end := s.runToESIM(firstESIM)

	require.Empty(t, end.Profile.ErrorCode)
}
