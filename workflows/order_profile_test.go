package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestESIMOrder_FromThePhoneToTheActiveLine(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	s.isInstalled(time.Hour, firstESIM)

	end := s.runToESIM(firstESIM)

	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered, contract.StageActive,
	}, s.books.stages())
	require.Equal(t, []string{profileOne, "switch-on " + msisdn}, s.did("order-profile", "cancel-profile", "switch-on"))
	require.Equal(t, begin.Add(paidESIM+70*time.Minute), end.Profile.PromisedBy)
	require.Equal(t, []string{"esim-ready", "line-active", "order-placed"}, s.messagesSent())
}

func TestESIMOrder_APhoneQuickerThanOurBooksIsHeard(t *testing.T) {
	s := newESIMStory(t)
	s.isPaidESIM()
	reported := make([]contract.ProfileState, 0, 2)
	s.outside.quickPhone = func(made contract.Profile) {
		for _, state := range []contract.ProfileState{contract.ProfileDownloaded, contract.ProfileInstalled} {
			s.reportsNow("quick-"+string(state), made.ICCID, state, "", s.Now())
			reported = append(reported, state)
		}
	}

	s.runToESIM(firstESIM)

	require.Len(t, reported, 2)
	require.NotContains(t, s.messagesSent(), "esim-reminder")
}

func TestESIMOrder_ThePhoneIsChosenInTheWizard(t *testing.T) {
	s := newESIMStory(t)
	s.input.Order.Device = nil
	s.say(0, contract.UpdateOpen, nil)
	s.choosesNumber(time.Second, msisdn)
	s.at(2*time.Second, func() {
		require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdateSelectNumber))
		require.Equal(t, contract.StepPurchaseType, s.books.last().Step)
	})
	s.say(3*time.Second, contract.UpdateChooseDevice, contract.DeviceChoice{Device: contract.Device{EID: anotherEID}})
	s.choosesNumber(4*time.Second, msisdn)
	s.choosesPlan(5 * time.Second)
	s.claims(10*time.Second, "1000000008")
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Mobile: "0501234567"})
	s.say(lastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: eSIMTotal})
	s.pays(paidESIM, "p1")
	s.isInstalled(time.Hour, firstESIM)

	s.runToESIM(firstESIM)

	require.Equal(t, []string{profileOne + " " + anotherEID}, s.did("order-profile"))
}

func TestESIMOrder_APhoneThatTakesNoESIMIsRefusedBeforePayment(t *testing.T) {
	s := newESIMStory(t)
	s.fails("device", no(contract.FailDeviceUnknown))
	s.choosesNumber(0, msisdn)
	s.say(time.Second, contract.UpdateChooseDevice, contract.DeviceChoice{Device: contract.Device{Model: "brick"}})
	s.cancels(time.Minute)

	s.run()

	require.Equal(t, contract.FailDeviceUnknown, s.refused(contract.UpdateChooseDevice))
}

func TestESIMOrder_RefusedProfileIsHeldAndRetried(t *testing.T) {
	s := newESIMStory(t)
	s.fails("order-profile", no(contract.FailProfileOutOfStock))
	s.isPaidESIM()
	s.at(time.Minute, func() {
		held := s.books.last().Held
		require.Equal(t, contract.FailProfileOutOfStock, held.FailureCode)
		require.Equal(t, contract.WorkOrderProfile, held.Work)
	})
	s.mends(2*time.Minute, "order-profile")
	s.resolves(3*time.Minute, contract.ResolveRetry)
	s.isInstalled(time.Hour, firstESIM)

	s.runToESIM(firstESIM)

	require.Equal(t, []string{profileOne}, s.did("order-profile"))
}

func TestESIMOrder_RefusedPhoneIsCorrectedBySupportAndGetsAProfileOfItsOwn(t *testing.T) {
	s := newESIMStory(t)
	s.fails("order-profile", no(contract.FailDeviceUnsupported))
	s.isPaidESIM()
	s.mends(2*time.Minute, "order-profile")
	s.say(3*time.Minute, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1", Amendments: &contract.Amendments{Device: &contract.Device{EID: anotherEID}},
	})
	s.isInstalled(time.Hour, secondESIM)

	s.runToESIM(secondESIM)

	require.Equal(t, []string{"order-profile " + orderID + "-2 " + anotherEID}, s.did("order-profile"))
}

func TestESIMOrder_NotReadyInTimeReturnsTheMoneyByItself(t *testing.T) {
	for name, trouble := range map[string]error{"held": no(contract.FailProfileOutOfStock), "no answer": errOutage} {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.fails("order-profile", trouble)
			s.isPaidESIM()

			end := s.run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, contract.EndedPromiseMissed, end.Ended.Reason)
			require.Equal(t, contract.Halalas(eSIMTotal), end.Ended.Refunded)
			require.WithinDuration(t, begin.Add(paidESIM+70*time.Minute), end.Ended.At, time.Minute)
			require.Equal(t, []string{"refund p1 8500"}, s.did("refund"))
			require.Equal(t, []string{"release-number " + msisdn}, s.did("release-number"))
			require.Contains(t, s.messagesSent(), "esim-promise-missed")
		})
	}
}

func TestESIMOrder_ReadyInTheLastMomentKeepsThePromise(t *testing.T) {
	s := newESIMStory(t)
	s.fails("order-profile", no(contract.FailProfileOutOfStock))
	s.isPaidESIM()
	s.mends(2*time.Minute, "order-profile")
	s.resolves(69*time.Minute, contract.ResolveRetry)
	s.isInstalled(3*time.Hour, firstESIM)

	s.runToESIM(firstESIM)
}

func TestESIMOrder_TheCustomerIsRemindedOnceAndThenSupportIsAsked(t *testing.T) {
	tests := map[string]struct {
		decide func(*story)
		want   []string // profiles
	}{
		"waits on": {func(s *story) {
			s.resolves(31*day, contract.ResolveRetry)
			s.isInstalled(32*day, firstESIM)
		}, []string{profileOne}},
		"knows that it is installed": {func(s *story) { s.resolves(31*day, contract.ResolveSkip) }, []string{profileOne}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.isPaidESIM()
			s.at(23*time.Hour, func() { require.NotContains(t, s.messagesSent(), "esim-reminder") })
			s.at(25*time.Hour, func() { require.Contains(t, s.messagesSent(), "esim-reminder") })
			s.at(30*day+time.Hour, func() { require.Equal(t, contract.FailProfileOverdue, s.books.last().Held.FailureCode) })
			test.decide(s)

			require.Equal(t, contract.StageActive, s.run().Stage)
			require.Equal(t, test.want, s.did("order-profile"))
		})
	}
}

// Its installed notice may be lost, and the SM-DP+ has no call to ask for it: a phone without service is found within a day.
func TestESIMOrder_ADownloadedProfileThatStaysSilentIsSupportsADayAfterTheDownload(t *testing.T) {
	tests := map[string]struct {
		downloaded time.Duration
		then       func(*story)
		held       time.Duration
	}{
		"before the reminder":  {23 * time.Hour, nil, 47 * time.Hour},
		"after the reminder":   {5 * day, nil, 6 * day},
		"a day before the end": {29*day + time.Hour, nil, 30*day + time.Hour},
		"for the second time, after support has waited on": {5 * day, func(s *story) {
			s.resolves(7*day, contract.ResolveRetry)
		}, 8 * day},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newESIMStory(t)
			s.isPaidESIM()
			s.reportedESIM(test.downloaded, firstESIM, contract.ProfileDownloaded, "")
			if test.then != nil {
				test.then(s)
			}
			s.at(test.held-time.Minute, func() { require.Nil(t, s.books.last().Held) })
			s.at(test.held+2*time.Minute, func() {
				require.NotNil(t, s.books.last().Held)
				require.Equal(t, contract.FailProfileOverdue, s.books.last().Held.FailureCode)
			})
			s.resolves(40*day, contract.ResolveSkip)
			require.Equal(t, contract.StageActive, s.run().Stage)
		})
	}
}

func TestESIMOrder_ReplacedNumberIsPromisedFromTheMomentTheOrderStands(t *testing.T) {
	s := newESIMStory(t)
	s.books.somebodyTakes(another)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaidESIM()
	s.at(50*time.Second, func() { s.books.somebodyTakes(msisdn) })
	s.reported(time.Minute, "p1")
	s.choosesNumber(5*time.Hour, "0571111111")
	s.isInstalled(6*time.Hour, firstESIM)

	end := s.runToESIM(firstESIM)

	require.Equal(t, begin.Add(5*time.Hour+70*time.Minute), end.Profile.PromisedBy)
}
