package order_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_IdentityRejected_CanRetry(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityRejected)
	s.Say(22*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali"})
	s.AsksForPush(25 * time.Second)
	s.AppAnswers(27*time.Second, "order2", contract.IdentityCompleted)
	s.GoesOnToPay(35 * time.Second)

	s.RunToActive(time.Hour)

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateProvideContact))
	require.Equal(t, []string{"push order1", "push order2", "push activation1"}, s.Did("push"))
	require.Equal(t, []string{"ask-app order1", "ask-app order2", "ask-app activation1"}, s.Did("ask-app"))
}

func TestOrder_IdentityWebhookLost_IsAskedFor(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.App = contract.IdentityCompleted
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.GoesOnToPay(4 * time.Minute)

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"ask-app order1", "ask-app activation1"}, s.Did("ask-app"))
}

func TestOrder_IdentityUnanswered_Expires(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.App = contract.IdentityWaiting
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)

	end := s.Run()

	require.Equal(t, contract.IdentityExpired, end.Identity.Status)
	require.Equal(t, 1, end.Identity.Tries)
}

func TestOrder_IdentityAppAway_HeardLater(t *testing.T) {
	for name, tt := range map[string]struct {
		answered contract.IdentityStatus
		tries    int
	}{
		"approved": {contract.IdentityCompleted, 1},
		"rejected": {contract.IdentityRejected, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Fails("ask-app", workflowtest.ErrOutage)
			s.ChoosesUpToIdentity()
			s.AsksForPush(15 * time.Second)
			s.AppAnswers(17*time.Second, "order1", tt.answered)
			s.At(2*time.Minute, func() { require.Equal(t, contract.IdentityWaiting, s.Books.Last().Identity.Status) })
			s.At(5*time.Minute, func() {
				now := s.Books.Last().Identity
				require.Equal(t, contract.IdentityUnknown, now.Status, "no refusal was heard")
				require.Zero(t, now.Tries, "it is not counted")
			})
			s.Mends(10*time.Minute, "ask-app")
			s.At(10*time.Minute+10*time.Second, func() {
				require.Equal(t, tt.answered, s.Books.Last().Identity.Status)
				require.Equal(t, tt.tries, s.Books.Last().Identity.Tries)
			})

			s.Run()

			require.Empty(t, s.Did("identity-expired"))
		})
	}
}

func TestOrder_IdentityAppAway_CustomerMayRestart(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("ask-app", workflowtest.ErrOutage)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.Mends(5*time.Minute, "ask-app")
	s.At(4*time.Minute, func() { s.SayNow(contract.UpdateRequestIdentity, "again", nil) })
	s.AppAnswers(6*time.Minute, "order1", contract.IdentityCompleted) // the try is the first one again
	s.At(7*time.Minute, func() { require.Equal(t, contract.IdentityCompleted, s.Books.Last().Identity.Status) })

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, 1, end.Identity.Tries)
}

func TestOrder_IdentityWebhookLost_HeardInSeconds(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.App = contract.IdentityWaiting
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.At(40*time.Second, func() { s.Outside.Answered("order1", contract.IdentityCompleted) })
	s.At(44*time.Second, func() { require.Equal(t, contract.IdentityCompleted, s.Books.Last().Identity.Status) })

	s.Run()
}

func TestOrder_PushAsked_PassesClientAddress(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.Say(15*time.Second, contract.UpdateRequestIdentity, contract.IdentityAsk{ClientAddress: "203.0.113.77"})

	s.Run()

	require.Equal(t, "203.0.113.77", s.Outside.Pushed.ClientAddress)
	require.Equal(t, "1000000008", s.Outside.Pushed.IDNumber)
}

func TestOrder_IdentityTries_AtMostThree(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	for try, transaction := range []string{"order1", "order2", "order3"} {
		s.AsksForPush(time.Duration(try+1) * time.Minute)
		s.AppAnswers(time.Duration(try+1)*time.Minute+30*time.Second, transaction, contract.IdentityRejected)
	}
	s.AsksForPush(5 * time.Minute)

	s.Run()

	require.Equal(t, contract.FailIdentityTries, s.Refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1", "push order2", "push order3"}, s.Did("push"))
}

func TestOrder_SecondPush_IsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AsksForPush(20 * time.Second)

	s.Run()

	require.Equal(t, contract.FailIdentityInProgress, s.Refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1"}, s.Did("push"))
}

func TestOrder_TwoTabsAskIdentity_OneRequest(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.At(15*time.Second, func() {
		s.While("push", func() {
			s.SayNow(contract.UpdateRequestIdentity, "", nil)
			s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{TransactionID: "unknown"})
		})
	})
	s.AsksForPush(16 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)

	end := s.Run()

	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
	require.Equal(t, []string{"identity-waiting", "identity-completed"}, s.Did("identity-waiting", "identity-completed"))
}

func TestOrder_LateIdentityWebhooks_ChangeNothing(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(16*time.Second, "order1", contract.IdentityWaiting)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityRejected)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.AppAnswers(21*time.Second, "order1", contract.IdentityRejected)
	s.AsksForPush(25 * time.Second)
	s.AppAnswers(26*time.Second, "order1", contract.IdentityCompleted)

	s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"identity-waiting", "identity-rejected", "identity-waiting", "identity-expired"},
		s.Did("identity-waiting", "identity-rejected", "identity-completed", "identity-expired"))
}

// A stolen signing secret could forge webhooks. Only the app's own status counts.
func TestOrder_ForgedIdentity_NoProof(t *testing.T) {
	for name, tt := range map[string]struct {
		app  contract.IdentityStatus
		want contract.IdentityStatus
	}{
		"while the app still waits":      {contract.IdentityWaiting, contract.IdentityExpired},
		"after the app heard a no":       {contract.IdentityRejected, contract.IdentityRejected},
		"after the app forgot the query": {contract.IdentityExpired, contract.IdentityExpired},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Outside.App = tt.app
			s.ChoosesUpToIdentity()
			s.AsksForPush(15 * time.Second)
			s.At(20*time.Second, func() { s.CallsBackNow("order1", contract.IdentityCompleted) })
			s.GivesContactAndAddress(25 * time.Second)

			end := s.Run()

			require.Equal(t, tt.want, end.Identity.Status)
			require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateProvideContact))
			require.Empty(t, s.Did("identity-completed"))
		})
	}
}

func TestOrder_UncheckedIdentityWebhook_Waits(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.Fails("ask-app", workflowtest.ErrOutage)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.Mends(time.Minute, "ask-app")
	s.GoesOnToPay(4 * time.Minute)

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"ask-app order1"}, s.Did("ask-app")[:1])
}

func TestOrder_IdentityWebhooks_AskAtMostTenTimes(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	for i := range 30 {
		s.At(time.Duration(20+i)*time.Second, func() {
			s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{
				EventID: strconv.Itoa(i), TransactionID: "order1", Status: contract.IdentityCompleted,
			})
		})
	}

	end := s.Run()

	require.Equal(t, contract.IdentityExpired, end.Identity.Status)
	looks := int(workflowtest.IdentityTTL/(3*time.Second)) + 1
	require.LessOrEqual(t, len(s.Did("ask-app")), 10+looks, "beside the looks at it while it is open")
}

func TestOrder_WebhookDuringInquiry_AsksAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.At(17*time.Second, func() {
		s.While("ask-app", func() { s.AppAnswersNow("order1", contract.IdentityCompleted) })
		s.CallsBackNow("order1", contract.IdentityRejected)
	})

	end := s.Run()

	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
	require.Equal(t, []string{"ask-app order1", "ask-app order1"}, s.Did("ask-app"))
}

func TestOrder_ApprovalOfOnePerson_ProvesNoOther(t *testing.T) {
	t.Run("who takes over while the push is sent", func(t *testing.T) {
		s := workflowtest.NewStory(t)
		s.ChoosesUpToIdentity()
		s.At(14*time.Second, func() { s.HappensDuring("push", func() { s.ClaimsAndWaits("1000000016") }) })
		s.AsksForPush(15 * time.Second)

		end := s.Run()

		require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateRequestIdentity))
		require.Equal(t, "1000000016", end.Person.IDNumber)
		require.Nil(t, end.Identity)
	})
	t.Run("who takes over while the answer comes in", func(t *testing.T) {
		s := workflowtest.NewStory(t)
		s.ChoosesUpToIdentity()
		s.AsksForPush(15 * time.Second)
		s.At(19*time.Second, func() {
			s.While("person", func() {
				s.AppAnswersNow("order1", contract.IdentityCompleted)
			})
		})
		s.Claims(20*time.Second, "1000000016")

		end := s.Run()

		require.Equal(t, "1000000016", end.Person.IDNumber)
		require.Nil(t, end.Identity)
	})
}

// The app's answer waits for its turn while another person is written. Then no push is left that it could belong to.
func TestOrder_AnswerAfterPersonChange_IsDropped(t *testing.T) {
	const turns = 20 // of the workflow, so that it has the answer in hand
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.At(19*time.Second, func() {
		s.HappensDuring("person", func() {
			s.At(0, func() { s.AppAnswersNow("order1", contract.IdentityCompleted) })
			require.Eventually(t, func() bool { return len(s.Did("ask-app")) > 0 }, time.Minute, time.Millisecond)
			for range turns {
				passed := make(chan struct{})
				s.At(0, func() { close(passed) })
				<-passed
			}
		})
	})
	s.Claims(20*time.Second, "1000000016")

	end := s.Run()

	require.Equal(t, "1000000016", end.Person.IDNumber)
	require.Nil(t, end.Identity)
}

func TestOrder_RegistrySilent_StepCanBeRepeated(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.Fails("look-up", workflowtest.ErrOutage)
	s.Claims(10*time.Second, "1000000008")
	s.Mends(time.Minute, "look-up")
	s.Claims(2*time.Minute, "1000000008")
	s.AsksForPush(3 * time.Minute)
	s.AppAnswers(4*time.Minute, "order1", contract.IdentityCompleted)
	s.GoesOnToPay(5 * time.Minute)

	s.RunToActive(time.Hour)

	require.Equal(t, contract.FailOutsideSystem, s.Refused(contract.UpdateCheckEligibility))
	require.Equal(t, []string{"look-up"}, s.Did("look-up"))
}

func TestOrder_PersonUnknown_RefusedWithCode(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.Fails("look-up", workflowtest.No(contract.FailIDMismatch))
	s.Claims(10*time.Second, "1000000008")

	end := s.Run()

	require.Equal(t, contract.FailIDMismatch, s.Refused(contract.UpdateCheckEligibility))
	require.Nil(t, end.Person)
}

func TestOrder_IdentityAppSilent_CostsNoTry(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.Fails("push", workflowtest.ErrOutage)
	s.AsksForPush(15 * time.Second)
	s.Mends(time.Minute, "push")
	s.AsksForPush(2 * time.Minute)

	s.Run()

	require.Equal(t, contract.FailOutsideSystem, s.Refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1"}, s.Did("push"))
}

// The app may answer before our record of the request is written, while our database is unavailable.
func TestOrder_IdentityAnswerTooEarly_IsKept(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsReadOnlyFor(30*time.Second, "identity-waiting")
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.Cancels(5 * time.Minute)

	require.Equal(t, contract.IdentityCompleted, s.Run().Identity.Status)
	require.Positive(t, s.Happened("identity-waiting"))
}
