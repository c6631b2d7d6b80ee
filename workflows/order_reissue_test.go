package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestESIMOrder_AProfileThatFailedIsReplacedByTheCustomersClick(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.failsToInstall(time.Hour, firstESIM, contract.FailProfileNoMemory)
	s.at(61*time.Minute, func() {
		require.Equal(t, contract.FailProfileNoMemory, s.books.last().Profile.ErrorCode)
		require.Equal(t, contract.StageDispatched, s.books.last().Stage)
	})
	s.wantsAnother(2 * time.Hour)
	s.at(2*time.Hour+time.Minute, func() {
		answer := s.answers[contract.UpdateReissueProfile].Profile
		require.Equal(t, []any{2, contract.ProfileReleased, secondESIM, contract.Code("")}, []any{answer.Issued, answer.State, answer.ICCID, answer.ErrorCode})
	})
	s.isInstalled(3*time.Hour, secondESIM)

	s.runToESIM(secondESIM)

	require.Equal(t, []string{profileOne, cancelOne, "order-profile " + orderID + "-2"}, s.did("order-profile", "cancel-profile"))
	require.Equal(t, []string{"esim-failed", "esim-ready", "esim-ready", "line-active", "order-placed"}, s.messagesSent())
}

func TestESIMOrder_AClickWithoutAnyNoticeAlsoReplacesTheProfile(t *testing.T) {
	s := newESIMStory(t)
	s.fails("cancel-profile", no(contract.FailCancelTooLate)) // it was downloaded, and the phone was reset
	s.isPaidESIM()
	s.reportedESIM(time.Hour, firstESIM, contract.ProfileDownloaded, "")
	s.wantsAnother(2 * time.Hour)
	s.reportedESIM(150*time.Minute, firstESIM, contract.ProfileError, contract.FailProfileCodeUsed) // about the replaced one
	s.isInstalled(3*time.Hour, secondESIM)

	s.runToESIM(secondESIM)

	require.Empty(t, s.refusals)
	require.NotContains(t, s.messagesSent(), "esim-failed")
}

func TestESIMOrder_TheOtherProfileCanBeForAnotherPhone(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.failsToInstall(time.Hour, firstESIM, contract.FailDeviceUnsupported)
	s.wantsAnother(2 * time.Hour)
	s.at(121*time.Minute, func() {
		require.Equal(t, contract.FailDeviceUnsupported, s.refused(contract.UpdateReissueProfile), "another code would not help")
	})
	s.say(3*time.Hour, contract.UpdateReissueProfile, contract.ReissueRequest{Device: &contract.Device{EID: anotherEID}})
	s.isInstalled(4*time.Hour, secondESIM)

	end := s.runToESIM(secondESIM)

	require.Equal(t, anotherEID, end.Device.EID)
	require.Equal(t, "order-profile "+orderID+"-2 "+anotherEID, s.did("order-profile")[1])
}

func TestESIMOrder_TwoClicksAtOnceMakeOneProfile(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(time.Hour, func() {
		s.sayNow(contract.UpdateReissueProfile, "a", contract.ReissueRequest{})
		s.sayNow(contract.UpdateReissueProfile, "b", contract.ReissueRequest{})
	})
	s.isInstalled(3*time.Hour, secondESIM)

	s.runToESIM(secondESIM)

	require.Equal(t, contract.FailIdempotencyInProgress, s.refused(contract.UpdateReissueProfile))
	require.Equal(t, 2, s.answers[contract.UpdateReissueProfile].Profile.Issued)
	require.Len(t, s.did("order-profile"), 2)
}

func TestESIMOrder_WhoHasUsedUpHisProfilesIsHandedToSupport(t *testing.T) {
	tests := map[string]func(*story){
		"by the third failure": func(s *story) { s.failsToInstall(5*time.Hour, thirdESIM, contract.FailProfileNotInstall) },
		"by the third click": func(s *story) {
			s.wantsAnother(5 * time.Hour)
			s.at(301*time.Minute, func() { require.Equal(s.t, contract.FailReissueLimit, s.refused(contract.UpdateReissueProfile)) })
		},
	}
	for name, exhaust := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.isPaidESIM()
			s.wantsAnother(time.Hour)
			s.wantsAnother(2 * time.Hour)
			exhaust(s)
			s.at(6*time.Hour, func() {
				require.Equal(t, contract.FailReissueLimit, s.books.last().Held.FailureCode)
				require.Equal(t, contract.WorkFollowProfile, s.books.last().Held.Work)
			})
			s.wantsAnother(7 * time.Hour)
			s.resolves(8*time.Hour, contract.ResolveRetry)
			s.isInstalled(9*time.Hour, profileICCIDs[3])

			s.runToESIM(profileICCIDs[3])

			require.Equal(t, contract.FailReissueLimit, s.refused(contract.UpdateReissueProfile))
			require.Len(t, s.did("hold"), 1)
			require.Len(t, s.did("order-profile"), 4)
		})
	}
}

func TestESIMOrder_AReissueTheSMDPRefusesIsHeldAndRetriedUnderTheSameReference(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.at(time.Hour, func() { s.fails("order-profile", no(contract.FailProfileOutOfStock)) })
	s.wantsAnother(2 * time.Hour)
	s.at(3*time.Hour, func() {
		require.Equal(t, contract.FailProfileOutOfStock, s.books.last().Held.FailureCode)
		require.Equal(t, contract.FailProfileNotReady, s.refused(contract.UpdateReissueProfile))
	})
	s.mends(4*time.Hour, "order-profile")
	s.resolves(5*time.Hour, contract.ResolveRetry)
	s.isInstalled(6*time.Hour, secondESIM)

	s.runToESIM(secondESIM)
}

func TestESIMOrder_InstalledWhileItIsHeldGoesOnWithSupportsDecision(t *testing.T) {
	for name, action := range map[string]string{"retry": contract.ResolveRetry, "skip": contract.ResolveSkip} {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.isPaidESIM()
			s.isInstalled(31*day, firstESIM) // overdue since a day
			s.resolves(32*day, action)

			s.runToESIM(firstESIM)
		})
	}
}

func TestESIMOrder_NoOtherProfileBeforeTheFirstOrAfterTheLast(t *testing.T) {
	s := newESIMStory(t)
	s.choosesNumber(0, msisdn)
	s.wantsAnother(time.Second)
	s.at(2*time.Second, func() { require.Equal(t, contract.FailProfileNotReady, s.refused(contract.UpdateReissueProfile)) })
	s.choosesPlan(5 * time.Second)
	s.cancels(time.Minute)
	require.Equal(t, contract.StageCancelled, s.run().Stage)
}
