package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestESIMOrder_HappyPath_LineIsActive(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)

	end := s.RunToESIM(workflowtest.FirstESIM)

	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered, contract.StageActive,
	}, s.Books.Stages())
	require.Equal(t, []string{workflowtest.ProfileOne, "switch-on " + workflowtest.Msisdn}, s.Did("order-profile", "cancel-profile", "switch-on"))
	require.Equal(t, workflowtest.Begin.Add(workflowtest.PaidESIM+70*time.Minute), end.Profile.PromisedBy)
	require.Equal(t, []string{"esim-ready", "line-active", "order-placed"}, s.MessagesSent())
}

func TestESIMOrder_PhoneFasterThanBooks_IsHeard(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.IsPaidESIM()
	reported := make([]contract.ProfileState, 0, 2)
	s.While("order-profile", func() {
		for _, state := range []contract.ProfileState{contract.ProfileDownloaded, contract.ProfileInstalled} {
			s.ReportsNow("quick-"+string(state), workflowtest.FirstESIM, state, "", s.Now())
			reported = append(reported, state)
		}
	})

	s.RunToESIM(workflowtest.FirstESIM)

	require.Len(t, reported, 2)
	require.NotContains(t, s.MessagesSent(), "esim-reminder")
}

func TestESIMOrder_PhoneChosen_InWizard(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Input.Order.Device = nil
	s.Say(0, contract.UpdateOpen, nil)
	s.ChoosesNumber(time.Second, workflowtest.Msisdn)
	s.At(2*time.Second, func() {
		require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateSelectNumber))
		require.Equal(t, contract.StepPurchaseType, s.Books.Last().Step)
	})
	s.Say(3*time.Second, contract.UpdateChooseDevice, contract.DeviceChoice{Device: contract.Device{EID: workflowtest.AnotherEID}})
	s.ChoosesNumber(4*time.Second, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.Claims(10*time.Second, "1000000008")
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.Say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Mobile: "0501234567"})
	s.Say(workflowtest.LastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: workflowtest.ESIMTotal})
	s.Pays(workflowtest.PaidESIM, "p1")
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)

	s.RunToESIM(workflowtest.FirstESIM)

	require.Equal(t, []string{workflowtest.ProfileOne + " " + workflowtest.AnotherEID}, s.Did("order-profile"))
}

func TestESIMOrder_PhoneWithoutESIM_IsRefused(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("device", workflowtest.No(contract.FailDeviceUnknown))
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Say(time.Second, contract.UpdateChooseDevice, contract.DeviceChoice{Device: contract.Device{Model: "brick"}})
	s.Cancels(time.Minute)

	s.Run()

	require.Equal(t, contract.FailDeviceUnknown, s.Refused(contract.UpdateChooseDevice))
}

func TestESIMOrder_ProfileRefused_HeldAndRetried(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
	s.IsPaidESIM()
	s.At(time.Minute, func() {
		held := s.Books.Last().Held
		require.Equal(t, contract.FailProfileOutOfStock, held.FailureCode)
		require.Equal(t, contract.WorkOrderProfile, held.Work)
	})
	s.Mends(2*time.Minute, "order-profile")
	s.Resolves(3*time.Minute, contract.ResolveRetry)
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)

	s.RunToESIM(workflowtest.FirstESIM)

	require.Equal(t, []string{workflowtest.ProfileOne}, s.Did("order-profile"))
}

func TestESIMOrder_PhoneAmended_GetsNewProfile(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("order-profile", workflowtest.No(contract.FailDeviceUnsupported))
	s.IsPaidESIM()
	s.Mends(2*time.Minute, "order-profile")
	s.Say(3*time.Minute, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1", Amendments: &contract.Amendments{Device: &contract.Device{EID: workflowtest.AnotherEID}},
	})
	s.IsInstalled(time.Hour, workflowtest.SecondESIM)

	s.RunToESIM(workflowtest.SecondESIM)

	require.Equal(t, []string{"order-profile " + workflowtest.OrderID + "-2 " + workflowtest.AnotherEID}, s.Did("order-profile"))
}

func TestESIMOrder_NotReadyInTime_Refunds(t *testing.T) {
	for name, trouble := range map[string]error{"held": workflowtest.No(contract.FailProfileOutOfStock), "no answer": workflowtest.ErrOutage} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.Fails("order-profile", trouble)
			s.IsPaidESIM()

			end := s.Run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, contract.EndedPromiseMissed, end.Ended.Reason)
			require.Equal(t, contract.Halalas(workflowtest.ESIMTotal), end.Ended.Refunded)
			require.WithinDuration(t, workflowtest.Begin.Add(workflowtest.PaidESIM+70*time.Minute), end.Ended.At, time.Minute)
			require.Equal(t, []string{"refund p1 8500"}, s.Did("refund"))
			require.Equal(t, []string{"release-number " + workflowtest.Msisdn}, s.Did("release-number"))
			require.Contains(t, s.MessagesSent(), "esim-promise-missed")
		})
	}
}

func TestESIMOrder_ReadyAtLastMoment_KeepsPromise(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
	s.IsPaidESIM()
	s.Mends(2*time.Minute, "order-profile")
	s.Resolves(69*time.Minute, contract.ResolveRetry)
	s.IsInstalled(3*time.Hour, workflowtest.FirstESIM)

	s.RunToESIM(workflowtest.FirstESIM)
}

func TestESIMOrder_NotInstalled_RemindsThenHolds(t *testing.T) {
	tests := map[string]struct {
		decide func(*workflowtest.Story)
		want   []string // profiles
	}{
		"support waits": {func(s *workflowtest.Story) {
			s.Resolves(31*workflowtest.Day, contract.ResolveRetry)
			s.IsInstalled(32*workflowtest.Day, workflowtest.FirstESIM)
		}, []string{workflowtest.ProfileOne}},
		"knows that it is installed": {func(s *workflowtest.Story) { s.Resolves(31*workflowtest.Day, contract.ResolveSkip) }, []string{workflowtest.ProfileOne}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.IsPaidESIM()
			s.At(23*time.Hour, func() { require.NotContains(t, s.MessagesSent(), "esim-reminder") })
			s.At(25*time.Hour, func() { require.Contains(t, s.MessagesSent(), "esim-reminder") })
			s.At(30*workflowtest.Day+time.Hour, func() { require.Equal(t, contract.FailProfileOverdue, s.Books.Last().Held.FailureCode) })
			test.decide(s)

			require.Equal(t, contract.StageActive, s.Run().Stage)
			require.Equal(t, test.want, s.Did("order-profile"))
		})
	}
}

// The installed notice may be lost, and the SM-DP+ has no inquiry for it: a phone without service is found within a day.
func TestESIMOrder_SilentDownload_HeldAfterADay(t *testing.T) {
	tests := map[string]struct {
		downloaded time.Duration
		then       func(*workflowtest.Story)
		held       time.Duration
	}{
		"before the reminder":  {23 * time.Hour, nil, 47 * time.Hour},
		"after the reminder":   {5 * workflowtest.Day, nil, 6 * workflowtest.Day},
		"a day before the end": {29*workflowtest.Day + time.Hour, nil, 30*workflowtest.Day + time.Hour},
		"for the second time, after support has waited on": {5 * workflowtest.Day, func(s *workflowtest.Story) {
			s.Resolves(7*workflowtest.Day, contract.ResolveRetry)
		}, 8 * workflowtest.Day},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.IsPaidESIM()
			s.ReportedESIM(test.downloaded, workflowtest.FirstESIM, contract.ProfileDownloaded, "")
			if test.then != nil {
				test.then(s)
			}
			s.At(test.held-time.Minute, func() { require.Nil(t, s.Books.Last().Held) })
			s.At(test.held+2*time.Minute, func() {
				require.NotNil(t, s.Books.Last().Held)
				require.Equal(t, contract.FailProfileOverdue, s.Books.Last().Held.FailureCode)
			})
			s.Resolves(40*workflowtest.Day, contract.ResolveSkip)
			require.Equal(t, contract.StageActive, s.Run().Stage)
		})
	}
}

func TestESIMOrder_NumberReplaced_PromiseStarts(t *testing.T) {
	s := workflowtest.NewESIMStory(t)
	s.Books.GiveToOtherOrder(workflowtest.Another)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaidESIM()
	s.At(50*time.Second, func() { s.Books.GiveToOtherOrder(workflowtest.Msisdn) })
	s.Reported(time.Minute, "p1")
	s.ChoosesNumber(5*time.Hour, "0571111111")
	s.IsInstalled(6*time.Hour, workflowtest.FirstESIM)

	end := s.RunToESIM(workflowtest.FirstESIM)

	require.Equal(t, workflowtest.Begin.Add(5*time.Hour+70*time.Minute), end.Profile.PromisedBy)
}

// The row that links a profile to its order is written between two calls to the SM-DP+.
func TestESIMOrder_DatabaseAway_WaitsUnheld(t *testing.T) {
	ways := map[string]struct {
		effect string
		goes   func(*workflowtest.Story)
		want   contract.Stage
	}{
		"while it is made": {"order-profile", func(s *workflowtest.Story) {
			s.Mends(65*time.Minute, "order-profile") // before its promise is broken
			s.IsInstalled(3*time.Hour, workflowtest.FirstESIM)
		}, contract.StageActive},
		"while it is taken back": {"cancel-profile", func(s *workflowtest.Story) {
			s.Cancels(30 * time.Minute)
			s.Mends(80*time.Minute, "cancel-profile")
		}, contract.StageCancelled},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewESIMStory(t)
			s.Fails(way.effect, workflowtest.ErrOurDatabase)
			s.IsPaidESIM()
			way.goes(s)

			end := s.Run()

			require.Equal(t, way.want, end.Stage)
			require.Positive(t, s.Happened(way.effect))
			require.Empty(t, s.Did("hold"))
		})
	}
}
