package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// heldFor is how long after the start of the story the number is held.
func heldFor(o contract.Order) time.Duration { return o.Booking.HeldUntil.Sub(workflowtest.Begin) }

func TestOrder_NumberChanged_InMidWizard(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.ChoosesNumber(40*time.Second, workflowtest.Another)
	s.Confirms(45 * time.Second)
	s.Pays(50*time.Second, "p1")

	end := s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, workflowtest.Another, end.Booking.MSISDN)
	require.True(t, s.Answers[contract.UpdateSelectNumber].Price.PinnedAt.IsZero(), "another number is another price to confirm")
	require.Equal(t, []string{"switch-on " + workflowtest.Another}, s.Did("switch-on"))
}

func TestOrder_NumberGivenBack_KeepsOtherAnswers(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.Say(40*time.Second, contract.UpdateGiveNumberBack, nil)
	s.ChoosesNumber(50*time.Second, workflowtest.Another)
	s.Confirms(time.Minute)
	s.Pays(70*time.Second, "p1")

	s.RunToActive(time.Hour)

	require.Nil(t, s.Answers[contract.UpdateGiveNumberBack].Booking)
	require.Equal(t, contract.StepNumberSelection, s.Answers[contract.UpdateGiveNumberBack].Step)
	require.NotContains(t, s.Did(), "expire")
}

func TestOrder_NumberTaken_RefusedAndOwnKept(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Books.GiveToOtherOrder(workflowtest.Another)
	s.FillsWizard()
	s.ChoosesNumber(40*time.Second, workflowtest.Another)
	s.Pays(50*time.Second, "p1")

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.FailNumberTaken, s.Refused(contract.UpdateSelectNumber))
	require.Equal(t, workflowtest.Msisdn, end.Booking.MSISDN)
}

func TestOrder_HoldExtended_OnceOnly(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Say(10*time.Minute, contract.UpdateExtendHold, nil)
	s.Say(12*time.Minute, contract.UpdateExtendHold, nil)

	s.Run()

	require.Equal(t, 30*time.Minute, heldFor(s.Answers[contract.UpdateExtendHold]))
	require.Equal(t, contract.FailHoldLimit, s.Refused(contract.UpdateExtendHold))
	require.Equal(t, []string{"extend", "expire"}, s.Did("extend", "expire"))
}

func TestOrder_ExtensionAtOnce_AddsWholeHold(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Say(10*time.Second, contract.UpdateExtendHold, nil)

	s.Run()

	require.Equal(t, 30*time.Minute, heldFor(s.Answers[contract.UpdateExtendHold]), "the only extension counts from the end")
}

func TestOrder_TwoExtensionsAtOnce_CountOnce(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(10*time.Minute, func() {
		s.SayNow(contract.UpdateExtendHold, "", nil)
		s.SayNow(contract.UpdateExtendHold, "", nil)
	})

	s.Run()

	require.Equal(t, contract.FailHoldLimit, s.Refused(contract.UpdateExtendHold))
	require.Equal(t, []string{"extend"}, s.Did("extend"))
}

func TestOrder_IdentityOpen_HoldLasts(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(14 * time.Minute)
	s.AppAnswers(16*time.Minute, "order1", contract.IdentityCompleted)

	s.Run()

	asked := s.Answers[contract.UpdateRequestIdentity]
	require.Equal(t, 14*time.Minute+workflowtest.IdentityTTL+5*time.Minute, heldFor(asked), "the push's life and a third of a hold")
	require.Equal(t, []string{"identity-waiting", "identity-completed", "expire"}, s.Did("identity-waiting", "identity-completed", "expire"))
}

func TestOrder_PaymentOpen_HoldLastsToTheCap(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Charges["p2"] = contract.PaymentChallenge
	s.Outside.Charges["p3"] = contract.PaymentChallenge
	s.FillsWizard()
	var ends []time.Duration
	for n, when := range []time.Duration{10 * time.Minute, 29 * time.Minute, 48 * time.Minute} {
		s.Pays(when, []string{"p1", "p2", "p3"}[n])
		s.At(when+time.Minute, func() { ends = append(ends, heldFor(s.Books.Last())) })
	}
	var freed time.Duration
	s.At(61*time.Minute, func() { freed = s.Now().Sub(workflowtest.Begin); require.Contains(t, s.Did(), "expire") })

	end := s.Run()

	require.Equal(t, []time.Duration{30 * time.Minute, 49 * time.Minute, time.Hour}, ends)
	require.Equal(t, 61*time.Minute, freed)
	require.Equal(t, contract.StageAbandoned, end.Stage)
}

func TestOrder_HoldOver_NumberFreedAndReplaced(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.Pays(16*time.Minute, "p0")
	s.ChoosesNumber(17*time.Minute, workflowtest.Another)
	s.Confirms(18 * time.Minute)
	s.Pays(19*time.Minute, "p1")

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.FailHoldExpired, s.Refused(contract.UpdatePay))
	require.Equal(t, workflowtest.Another, end.Booking.MSISDN)
	require.Equal(t, "sara@example.sa", end.Contact.Email, "what was typed is kept")
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
	require.Contains(t, s.MessagesSent(), "hold-expired")
}

func TestOrder_EveryNumber_HasItsOwnHold(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.ChoosesNumber(20*time.Minute, workflowtest.Another)
	s.At(36*time.Minute, func() { require.True(t, s.Books.Last().Booking.Expired) })

	s.Run()

	require.Len(t, s.Did("expire"), 2)
	require.Equal(t, []string{"hold-expired", "hold-expired", "order-abandoned"}, s.MessagesSent())
}

func TestOrder_HoldExtendedAtTheEnd_IsNotFreed(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Say(15*time.Minute-time.Millisecond, contract.UpdateExtendHold, nil)
	struck := make(chan struct{}) // the hold's timer, while the extension is being written
	s.SetOnTimerFiredListener(func(string) {
		if s.Now().Sub(workflowtest.Begin) == 15*time.Minute {
			close(struck)
		}
	})
	s.HappensDuring("extend", func() { <-struck })
	s.At(16*time.Minute, func() { require.False(t, s.Books.Last().Booking.Expired) })

	s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"extend", "expire"}, s.Did("extend", "expire"))
}

func TestOrder_DraftUnpaid_EndsAfterADay(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()

	end := s.Run()

	require.Equal(t, contract.StageAbandoned, end.Stage)
	require.Equal(t, contract.EndedNeverPaid, end.Ended.Reason)
	require.Equal(t, workflowtest.Begin.Add(workflowtest.Day), end.Ended.At)
	require.Zero(t, end.Ended.Refunded)
	require.Equal(t, []string{"release-number " + workflowtest.Msisdn, "close never_paid"}, s.DidSince("begin-cancel never_paid"))
}

func TestOrder_DraftWithOpenPayment_Waits(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = workflowtest.PendingFor(11, contract.PaymentPaid) // more than a day
	s.IsPaid()

	end := s.RunToActive(3 * workflowtest.Day)

	require.Equal(t, contract.PaymentPaid, end.Payments[0].Status)
}

func TestOrder_StepsOutOfOrder_Refused(t *testing.T) {
	tests := map[string]struct {
		tell func(*workflowtest.Story)
		want contract.Code
	}{
		"before the steps it needs": {func(s *workflowtest.Story) {
			s.ChoosesNumber(0, workflowtest.Msisdn)
			s.Confirms(time.Minute)
		}, contract.FailStepOutOfOrder},
		"after the number ran out": {func(s *workflowtest.Story) {
			s.FillsWizard()
			s.Confirms(16 * time.Minute)
		}, contract.FailHoldExpired},
		"after payment": {func(s *workflowtest.Story) {
			s.IsPaid()
			s.Confirms(time.Minute)
			s.Cancels(2 * time.Minute)
		}, contract.FailStepOutOfOrder},
		"while the order is undone": {func(s *workflowtest.Story) {
			s.IsPaid()
			s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
			s.Cancels(time.Minute)
			s.Confirms(2 * time.Minute)
			s.Mends(3*time.Minute, "refund")
			s.Resolves(4*time.Minute, contract.ResolveRetry)
		}, contract.FailStepOutOfOrder},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			test.tell(s)
			s.Run()
			require.Equal(t, test.want, s.Refused(contract.UpdateConfirm))
		})
	}
}

func TestOrder_StepWaitedForPlan_IsCheckedAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.At(38*time.Second, func() { s.While("plan", func() { s.PaysNow("p1", "") }) })
	s.ChoosesPlan(40 * time.Second)

	s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdatePay))
	require.Empty(t, s.Did("charge"))
}

func TestOrder_StepWaitedForPayment_IsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.While("open-payment", func() {
		s.SayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "basic-25"})
	})
	s.Pays(40*time.Second, "p1")

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.FailPaymentPending, s.Refused(contract.UpdateSelectPlan))
	require.Equal(t, "hawakom-55", end.Plan.ID)
}

func TestOrder_PriceChanged_NotCharged(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.At(38*time.Second, func() {
		s.While("plan", func() {
			s.SayNow(contract.UpdateConfirm, "", contract.Confirmation{AcceptTerms: true, Total: 8000})
			s.PaysNow("p1", "")
		})
	})
	s.Say(40*time.Second, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "basic-25"})

	end := s.Run()

	require.Equal(t, contract.FailPriceChanged, s.Refused(contract.UpdatePay))
	require.Equal(t, contract.Halalas(8000), end.Price.Total)
	require.Empty(t, s.Did("charge"))
}
