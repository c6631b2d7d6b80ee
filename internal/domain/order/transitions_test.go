package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestPaymentNews_EachState_MovesOrStands(t *testing.T) {
	open := contract.Order{Stage: contract.StageWizard, Payments: []contract.Payment{{ID: "p1", Status: contract.PaymentProcessing}}}
	declined := contract.Order{Stage: contract.StageWizard, Payments: []contract.Payment{{ID: "p1", Status: contract.PaymentDeclined}}}
	placed := contract.Order{Stage: contract.StagePlaced, Payments: []contract.Payment{{ID: "p0", Status: contract.PaymentPaid}}}
	for name, tt := range map[string]struct {
		order         contract.Order
		in            contract.PaymentMoved
		double, moves bool
	}{
		"the first success":         {open, contract.PaymentMoved{Payment: contract.Payment{ID: "p1", Status: contract.PaymentPaid}}, false, true},
		"a no":                      {open, contract.PaymentMoved{Payment: contract.Payment{ID: "p1", Status: contract.PaymentDeclined}}, false, true},
		"the same again":            {open, contract.PaymentMoved{Payment: contract.Payment{ID: "p1", Status: contract.PaymentProcessing}}, false, false},
		"money after a no":          {declined, contract.PaymentMoved{Payment: contract.Payment{ID: "p1", Status: contract.PaymentPaid}}, true, true},
		"money without a customer":  {open, contract.PaymentMoved{Unwanted: true, Payment: contract.Payment{ID: "p1", Status: contract.PaymentPaid}}, true, true},
		"a second payment":          {placed, contract.PaymentMoved{Payment: contract.Payment{ID: "p2", Status: contract.PaymentPaid}}, true, true},
		"a no of a second payment":  {placed, contract.PaymentMoved{Payment: contract.Payment{ID: "p2", Status: contract.PaymentDeclined}}, false, true},
		"news of a settled payment": {placed, contract.PaymentMoved{Payment: contract.Payment{ID: "p0", Status: contract.PaymentDeclined}}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, moves := order.PaymentNews(tt.order, tt.in)
			require.Equal(t, tt.moves, moves)
			require.Equal(t, tt.double, p.Double)
		})
	}
}

func TestPlaced_ExpiredHold_IsBoughtAllTheSame(t *testing.T) {
	held := contract.Order{Stage: contract.StageWizard, Booking: &contract.Booking{MSISDN: "0570000001", Expired: true}}
	placed := order.Placed(held)
	require.Equal(t, contract.StagePlaced, placed.Stage)
	require.False(t, placed.Booking.Expired)
	until := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	lost := order.NumberLost(held, until)
	require.Equal(t, contract.StageNumberLost, lost.Stage)
	require.Equal(t, contract.Booking{MSISDN: "0570000001", Expired: true, ChooseUntil: until}, *lost.Booking)
	require.Equal(t, contract.StageWizard, held.Stage, "the order before stays as it is")
}
