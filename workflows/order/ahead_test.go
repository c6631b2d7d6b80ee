package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// A machine that dies takes the workflow task with it that had just saved a step: the customer has its answer already.
func TestOrder_GoesOnFromAStepThatWasSavedAndForgotten(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	forgotten := contract.Contact{FullName: "Noura Ali", Email: "noura@example.sa", Mobile: "0501112233"}
	s.At(40*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Contact = &forgotten })
	})
	s.Pays(time.Minute, "p1")

	end := s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, &forgotten, end.Contact)
	require.Equal(t, contract.StageActive, end.Stage)
}

func TestOrder_AStepThatAForgottenOneRulesOutIsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.At(40*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Plan = nil })
	})
	s.Confirms(50 * time.Second)

	s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateConfirm))
	require.Nil(t, s.Books.Last().Plan)
}

// The first step was saved, the customer was told so, and then Temporal lost it.
func TestOrder_IsFoundWhereItsFirstStepWasSavedAndForgotten(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Books.Forgets(func(o *contract.Order) {
		*o = s.Input.Order
		o.Booking = &contract.Booking{
			MSISDN: workflowtest.Msisdn, Price: 3000, HeldSince: workflowtest.Begin, HeldUntil: workflowtest.Begin.Add(15 * time.Minute),
		}
	})
	s.ChoosesPlan(10 * time.Second)

	s.Run()

	require.Empty(t, s.Refusals)
	require.NotNil(t, s.Answers[contract.UpdateSelectPlan].Plan)
	require.Contains(t, s.Did(), "expire", "the number is given back at its time")
}

// A worker that dies takes a step with it whose customer has the answer and has gone on: both are given to the next worker at once.
func TestOrder_AStepThatIsHandedOverWithTheOneBeforeItIsTaken(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.SayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "hawakom-55"})
		s.SayNow(contract.UpdateCheckEligibility, "", contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
		s.SayNow(contract.UpdateRequestIdentity, "", nil)
	})
	s.AppAnswers(20*time.Second, "order1", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

func TestOrder_AStepThatTheOneBeforeItDoesNotAllowEitherIsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.SayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "hawakom-55"})
		s.SayNow(contract.UpdateRequestIdentity, "", nil)
	})

	end := s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateRequestIdentity))
	require.NotNil(t, end.Plan)
}
