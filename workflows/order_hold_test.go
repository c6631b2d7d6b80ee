package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// heldFor is how long after the begin of the story the number is held.
func heldFor(o contract.Order) time.Duration { return o.Booking.HeldUntil.Sub(begin) }

func TestOrder_NumberCanBeChangedInTheMiddleOfTheWizard(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.choosesNumber(40*time.Second, another)
	s.confirms(45 * time.Second)
	s.pays(50*time.Second, "p1")

	end := s.runToActive(time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, another, end.Booking.MSISDN)
	require.True(t, s.answers[contract.UpdateSelectNumber].Price.PinnedAt.IsZero(), "another number is another price to confirm")
	require.Equal(t, []string{"switch-on " + another}, s.did("switch-on"))
}

func TestOrder_NumberGivenBackLeavesTheRestOfTheAnswers(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.say(40*time.Second, contract.UpdateGiveNumberBack, nil)
	s.choosesNumber(50*time.Second, another)
	s.confirms(time.Minute)
	s.pays(70*time.Second, "p1")

	s.runToActive(time.Hour)

	require.Nil(t, s.answers[contract.UpdateGiveNumberBack].Booking)
	require.Equal(t, contract.StepNumberSelection, s.answers[contract.UpdateGiveNumberBack].Step)
	require.NotContains(t, s.did(), "expire")
}

func TestOrder_NumberSomebodyElseHasIsRefusedAndTheOwnOneKept(t *testing.T) {
	s := newStory(t)
	s.books.somebodyTakes(another)
	s.fillsWizard()
	s.choosesNumber(40*time.Second, another)
	s.pays(50*time.Second, "p1")

	end := s.runToActive(time.Hour)

	require.Equal(t, contract.FailNumberTaken, s.refused(contract.UpdateSelectNumber))
	require.Equal(t, msisdn, end.Booking.MSISDN)
}

func TestOrder_HoldIsExtendedByOneClickAndNotByASecondOne(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.say(10*time.Minute, contract.UpdateExtendHold, nil)
	s.say(12*time.Minute, contract.UpdateExtendHold, nil)

	s.run()

	require.Equal(t, 25*time.Minute, heldFor(s.answers[contract.UpdateExtendHold]))
	require.Equal(t, contract.FailHoldLimit, s.refused(contract.UpdateExtendHold))
	require.Equal(t, []string{"extend", "expire"}, s.did("extend", "expire"))
}

func TestOrder_TwoClicksAtOnceExtendTheHoldOnce(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.at(10*time.Minute, func() {
		s.sayNow(contract.UpdateExtendHold, "", nil)
		s.sayNow(contract.UpdateExtendHold, "", nil)
	})

	s.run()

	require.Equal(t, contract.FailHoldLimit, s.refused(contract.UpdateExtendHold))
	require.Equal(t, []string{"extend"}, s.did("extend"))
}

func TestOrder_HoldLastsWhileIdentityIsOpen(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.asksForPush(14 * time.Minute)
	s.appAnswers(16*time.Minute, "order1", contract.IdentityCompleted)

	s.run()

	asked := s.answers[contract.UpdateRequestIdentity]
	require.Equal(t, 14*time.Minute+identityTTL+5*time.Minute, heldFor(asked), "the push's life and a third of a hold")
	require.Equal(t, []string{"identity-waiting", "identity-completed", "expire"}, s.did("identity-waiting", "identity-completed", "expire"))
}

func TestOrder_HoldLastsWhileAPaymentIsOpenUpToTheCap(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.charges["p2"] = contract.PaymentChallenge
	s.outside.charges["p3"] = contract.PaymentChallenge
	s.fillsWizard()
	var ends []time.Duration
	for n, when := range []time.Duration{10 * time.Minute, 29 * time.Minute, 48 * time.Minute} {
		s.pays(when, []string{"p1", "p2", "p3"}[n])
		s.at(when+time.Minute, func() { ends = append(ends, heldFor(s.books.last())) })
	}
	var freed time.Duration
	s.at(61*time.Minute, func() { freed = s.Now().Sub(begin); require.Contains(t, s.did(), "expire") })

	end := s.run()

	require.Equal(t, []time.Duration{30 * time.Minute, 49 * time.Minute, time.Hour}, ends)
	require.Equal(t, 61*time.Minute, freed)
	require.Equal(t, contract.StageAbandoned, end.Stage)
}

func TestOrder_NumberIsFreedWhenItsTimeIsOverAndAnotherOneResumes(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.pays(16*time.Minute, "p0")
	s.choosesNumber(17*time.Minute, another)
	s.confirms(18 * time.Minute)
	s.pays(19*time.Minute, "p1")

	end := s.runToActive(time.Hour)

	require.Equal(t, contract.FailHoldExpired, s.refused(contract.UpdatePay))
	require.Equal(t, another, end.Booking.MSISDN)
	require.Equal(t, "sara@example.sa", end.Contact.Email, "what was typed is kept")
	require.Equal(t, []string{"charge p1"}, s.did("charge"))
	require.Contains(t, s.messagesSent(), "hold-expired")
}

func TestOrder_EveryNumberOfAnOrderRunsOutInItsTurn(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.choosesNumber(20*time.Minute, another)
	s.at(36*time.Minute, func() { require.True(t, s.books.last().Booking.Expired) })

	s.run()

	require.Len(t, s.did("expire"), 2)
	require.Equal(t, []string{"hold-expired", "hold-expired", "order-abandoned"}, s.messagesSent())
}

func TestOrder_HoldExtendedAtItsVeryEndIsNotFreed(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.say(15*time.Minute-time.Millisecond, contract.UpdateExtendHold, nil)
	struck := make(chan struct{}) // the hold's clock, while the extension is being written
	s.SetOnTimerFiredListener(func(string) {
		if s.Now().Sub(begin) == 15*time.Minute {
			close(struck)
		}
	})
	s.happensDuring("extend", func() { <-struck })
	s.at(16*time.Minute, func() { require.False(t, s.books.last().Booking.Expired) })

	s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, []string{"extend", "expire"}, s.did("extend", "expire"))
}

func TestOrder_DraftNobodyPaysIsGivenUpAfterADay(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()

	end := s.run()

	require.Equal(t, contract.StageAbandoned, end.Stage)
	require.Equal(t, contract.EndedNeverPaid, end.Ended.Reason)
	require.Equal(t, begin.Add(day), end.Ended.At)
	require.Zero(t, end.Ended.Refunded)
	require.Equal(t, []string{"release-number " + msisdn, "close never_paid"}, s.didSince("begin-cancel never_paid"))
}

func TestOrder_DraftWaitsForAnOpenPaymentBeforeItIsGivenUp(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentPending
	s.outside.outcomes["p1"] = pendingFor(11, contract.PaymentPaid) // more than a day
	s.isPaid()

	end := s.runToActive(3 * day)

	require.Equal(t, contract.PaymentPaid, end.Payments[0].Status)
}

func TestOrder_StepsAreRefusedOutOfOrderAfterExpiryAndWhenClosed(t *testing.T) {
	tests := map[string]struct {
		tell func(*story)
		want contract.Code
	}{
		"before the steps it needs": {func(s *story) {
			s.choosesNumber(0, msisdn)
			s.confirms(time.Minute)
		}, contract.FailStepOutOfOrder},
		"after the number ran out": {func(s *story) {
			s.fillsWizard()
			s.confirms(16 * time.Minute)
		}, contract.FailHoldExpired},
		"after payment": {func(s *story) {
			s.isPaid()
			s.confirms(time.Minute)
			s.cancels(2 * time.Minute)
		}, contract.FailStepOutOfOrder},
		"while the order is undone": {func(s *story) {
			s.isPaid()
			s.fails("refund", no(contract.FailRefundRefused))
			s.cancels(time.Minute)
			s.confirms(2 * time.Minute)
			s.mends(3*time.Minute, "refund")
			s.resolves(4*time.Minute, contract.ResolveRetry)
		}, contract.FailStepOutOfOrder},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			test.tell(s)
			s.run()
			require.Equal(t, test.want, s.refused(contract.UpdateConfirm))
		})
	}
}

func TestOrder_StepThatWaitedWhileThePlanChangedIsJudgedByWhatItFinds(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.at(38*time.Second, func() { s.while("plan", func() { s.paysNow("p1", "") }) })
	s.choosesPlan(40 * time.Second)

	s.run()

	require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdatePay))
	require.Empty(t, s.did("charge"))
}

func TestOrder_AnswerThatWaitedWhileAPaymentWasOpenedChangesNothingUnderIt(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.while("open-payment", func() {
		s.sayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "basic-25"})
	})
	s.pays(40*time.Second, "p1")

	end := s.runToActive(time.Hour)

	require.Equal(t, contract.FailPaymentPending, s.refused(contract.UpdateSelectPlan))
	require.Equal(t, "hawakom-55", end.Plan.ID)
}

func TestOrder_AmountThatChangedBeforeThePaymentsTurnIsNotCharged(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.at(38*time.Second, func() {
		s.while("plan", func() {
			s.sayNow(contract.UpdateConfirm, "", contract.Confirmation{AcceptTerms: true, Total: 8000})
			s.paysNow("p1", "")
		})
	})
	s.say(40*time.Second, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "basic-25"})

	end := s.run()

	require.Equal(t, contract.FailPriceChanged, s.refused(contract.UpdatePay))
	require.Equal(t, contract.Halalas(8000), end.Price.Total)
	require.Empty(t, s.did("charge"))
}
