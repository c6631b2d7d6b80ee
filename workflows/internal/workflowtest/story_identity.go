package workflowtest

import (
	"time"

	"selfcare/internal/contract"

	"go.temporal.io/sdk/testsuite"
)

// GoesOnToPay sends the rest of the wizard once the identity is proven.
func (s *Story) GoesOnToPay(when time.Duration) {
	s.GivesContactAndAddress(when)
	s.Confirms(when + 10*time.Second)
	s.Pays(when+15*time.Second, "p1")
}

// ClaimsAndWaits returns when the other person was accepted; for use while an effect is under way.
func (s *Story) ClaimsAndWaits(idNumber string) {
	accepted := make(chan struct{})
	s.At(0, func() {
		s.UpdateWorkflow(contract.UpdateCheckEligibility, "", &testsuite.TestUpdateCallback{
			OnAccept:   func() {},
			OnReject:   func(error) { close(accepted) },
			OnComplete: func(any, error) { close(accepted) },
		}, contract.EligibilityClaim{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01"})
	})
	<-accepted
}
