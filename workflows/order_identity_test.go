package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
)

// goesOnToPay says what is left of the wizard once the identity is proven.
func (s *story) goesOnToPay(when time.Duration) {
	s.givesContactAndAddress(when)
	s.confirms(when + 10*time.Second)
	s.pays(when+15*time.Second, "p1")
}

func TestOrder_RejectedIdentityCanBeTriedAgain(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityRejected)
	s.say(22*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali"})
	s.asksForPush(25 * time.Second)
	s.appAnswers(30*time.Second, "order2", contract.IdentityCompleted)
	s.goesOnToPay(35 * time.Second)

	s.runToActive(time.Hour)

	require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdateProvideContact))
	require.Equal(t, []string{"push order1", "push order2", "push activation1"}, s.did("push"))
	require.Empty(t, s.did("ask-app"), "a call-back came each time")
}

func TestOrder_LostIdentityCallBackIsMadeUpForByAsking(t *testing.T) {
	s := newStory(t)
	s.outside.app = contract.IdentityCompleted
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.goesOnToPay(4 * time.Minute)

	s.runToActive(time.Hour)

	require.Equal(t, []string{"ask-app order1"}, s.did("ask-app"))
}

func TestOrder_IdentityNobodyAnswersExpires(t *testing.T) {
	for name, answer := range map[string]func(*story){
		"the app still waits":    func(s *story) { s.outside.app = contract.IdentityWaiting },
		"the app is unavailable": func(s *story) { s.fails("ask-app", errOutage) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			answer(s)
			s.choosesUpToIdentity()
			s.asksForPush(15 * time.Second)

			end := s.run()

			require.Equal(t, contract.IdentityExpired, end.Identity.Status)
			require.Equal(t, 1, end.Identity.Tries)
		})
	}
}

func TestOrder_IdentityIsAskedForThreeTimesAtMost(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	for try, transaction := range []string{"order1", "order2", "order3"} {
		s.asksForPush(time.Duration(try+1) * time.Minute)
		s.appAnswers(time.Duration(try+1)*time.Minute+30*time.Second, transaction, contract.IdentityRejected)
	}
	s.asksForPush(5 * time.Minute)

	s.run()

	require.Equal(t, contract.FailIdentityTries, s.refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1", "push order2", "push order3"}, s.did("push"))
}

func TestOrder_SecondPushIsRefusedWhileOneIsOpen(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.asksForPush(20 * time.Second)

	s.run()

	require.Equal(t, contract.FailIdentityInProgress, s.refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1"}, s.did("push"))
}

func TestOrder_TwoTabsAskingAtOnceAreOneRequestWhoseAnswerStands(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.at(15*time.Second, func() {
		s.while("push", func() {
			s.sayNow(contract.UpdateRequestIdentity, "", nil)
			s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{TransactionID: "unknown"})
		})
	})
	s.asksForPush(16 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)

	end := s.run()

	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
	require.Equal(t, []string{"identity-waiting", "identity-completed"}, s.did("identity-waiting", "identity-completed"))
}

func TestOrder_LateAndDoubledIdentityCallBacksChangeNothing(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(16*time.Second, "order1", contract.IdentityWaiting)
	s.appAnswers(20*time.Second, "order1", contract.IdentityRejected)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.appAnswers(21*time.Second, "order1", contract.IdentityRejected)
	s.asksForPush(25 * time.Second)
	s.appAnswers(26*time.Second, "order1", contract.IdentityCompleted)

	s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, []string{"identity-waiting", "identity-rejected", "identity-waiting", "identity-expired"},
		s.did("identity-waiting", "identity-rejected", "identity-completed", "identity-expired"))
}

func TestOrder_CallBackThatComesWhileWeAskIsTheAnswer(t *testing.T) {
	s := newStory(t)
	s.outside.app = contract.IdentityExpired
	s.while("ask-app", func() {
		s.while("identity-completed", func() {}) // the call-back is still being saved when the app's own answer comes
		s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{
			EventID: "e1", TransactionID: "order1", Status: contract.IdentityCompleted,
		})
	})
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)

	end := s.run()

	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
	require.Empty(t, s.did("identity-expired"))
}

func TestOrder_ApprovalOfOnePersonNeverProvesAnother(t *testing.T) {
	t.Run("who takes over while the push is sent", func(t *testing.T) {
		s := newStory(t)
		s.choosesUpToIdentity()
		s.at(14*time.Second, func() { s.happensDuring("push", func() { s.claimsAndWaits("1000000016") }) })
		s.asksForPush(15 * time.Second)

		end := s.run()

		require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdateRequestIdentity))
		require.Equal(t, "1000000016", end.Person.IDNumber)
		require.Nil(t, end.Identity)
	})
	t.Run("who takes over while the answer comes in", func(t *testing.T) {
		s := newStory(t)
		s.choosesUpToIdentity()
		s.asksForPush(15 * time.Second)
		s.at(19*time.Second, func() {
			s.while("person", func() {
				s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{
					EventID: "e1", TransactionID: "order1", Status: contract.IdentityCompleted,
				})
			})
		})
		s.claims(20*time.Second, "1000000016")

		end := s.run()

		require.Equal(t, "1000000016", end.Person.IDNumber)
		require.Nil(t, end.Identity)
	})
}

// claimsAndWaits returns when the other person was accepted; for use while an effect is under way.
func (s *story) claimsAndWaits(idNumber string) {
	accepted := make(chan struct{})
	s.at(0, func() {
		s.UpdateWorkflow(contract.UpdateCheckEligibility, "", &testsuite.TestUpdateCallback{
			OnAccept:   func() {},
			OnReject:   func(error) { close(accepted) },
			OnComplete: func(any, error) { close(accepted) },
		}, contract.EligibilityClaim{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01"})
	})
	<-accepted
}

func TestOrder_RegistryThatDoesNotAnswerIsSaidAndTheStepCanBeRepeated(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.choosesPlan(5 * time.Second)
	s.fails("look-up", errOutage)
	s.claims(10*time.Second, "1000000008")
	s.mends(time.Minute, "look-up")
	s.claims(2*time.Minute, "1000000008")
	s.asksForPush(3 * time.Minute)
	s.appAnswers(4*time.Minute, "order1", contract.IdentityCompleted)
	s.goesOnToPay(5 * time.Minute)

	s.runToActive(time.Hour)

	require.Equal(t, contract.FailOutsideSystem, s.refused(contract.UpdateCheckEligibility))
	require.Equal(t, []string{"look-up"}, s.did("look-up"))
}

func TestOrder_PersonTheRegistryDoesNotKnowIsRefusedWithItsCode(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.choosesPlan(5 * time.Second)
	s.fails("look-up", no(contract.FailIDMismatch))
	s.claims(10*time.Second, "1000000008")

	end := s.run()

	require.Equal(t, contract.FailIDMismatch, s.refused(contract.UpdateCheckEligibility))
	require.Nil(t, end.Person)
}

func TestOrder_IdentityAppThatDoesNotAnswerCostsNoTry(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.fails("push", errOutage)
	s.asksForPush(15 * time.Second)
	s.mends(time.Minute, "push")
	s.asksForPush(2 * time.Minute)

	s.run()

	require.Equal(t, contract.FailOutsideSystem, s.refused(contract.UpdateRequestIdentity))
	require.Equal(t, []string{"push order1"}, s.did("push"))
}

// The app may answer before our own record of the request is written: our database may be away.
func TestOrder_IdentityAnswerThatOvertakesItsRequestIsKept(t *testing.T) {
	s := newStory(t)
	s.isReadOnlyFor(30*time.Second, "identity-waiting")
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.cancels(5 * time.Minute)

	require.Equal(t, contract.IdentityCompleted, s.run().Identity.Status)
	require.Positive(t, s.happened("identity-waiting"))
}
