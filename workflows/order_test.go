package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestOrder_FromNumberToActiveLine(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.cardAnswers(contract.PaymentPaid)
	s.pays(40*time.Second, "p1")
	s.courierBooks()
	s.scan(time.Hour, contract.ShipmentPickedUp)
	s.scan(2*time.Hour, contract.ShipmentDelivered)
	s.activates(3 * time.Hour)
	s.OnActivity(network.ActivateLine, mock.Anything, mock.Anything).Return(nil).Once()

	end := s.run()

	require.Empty(t, s.failed)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, contract.Halalas(11000), end.Price.Total)
	s.AssertExpectations(t)
}

func TestOrder_FreesTheNumberWhenItsTimeIsOverAndKeepsWhatWasTyped(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.say(16*time.Minute, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "basic-25"})

	end := s.run()

	require.True(t, s.books.did("expire"))
	require.ErrorContains(t, s.failed[contract.UpdateSelectPlan], string(contract.FailHoldExpired))
	require.Equal(t, contract.StageAbandoned, end.Stage)
	require.NotNil(t, end.Contact)
}
