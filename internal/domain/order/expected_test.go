package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

func TestExpectedDelivery_Stage_DecidesDays(t *testing.T) {
	monday := time.Date(2026, 11, 30, 9, 0, 0, 0, calendar.Riyadh)
	sim := func(stage contract.Stage, change func(*contract.Order)) contract.Order {
		o := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: stage, CreatedAt: monday}
		if stage != contract.StageWizard {
			o.Payments = []contract.Payment{
				{Status: contract.PaymentDeclined, At: monday.AddDate(0, 0, -9)}, {Status: contract.PaymentPaid, At: monday},
			}
		}
		if change != nil {
			change(&o)
		}
		return o
	}
	shipped := func(status contract.ShipmentStatus) func(*contract.Order) {
		return func(o *contract.Order) { o.Shipment = &contract.Shipment{Status: status} }
	}
	for name, tt := range map[string]struct {
		order       contract.Order
		days        int // after Monday
		first, last string
	}{
		"in the wizard, from now":   {sim(contract.StageWizard, nil), 1, "2026-12-02", "2026-12-05"},
		"paid, from the payment":    {sim(contract.StagePlaced, nil), 0, "2026-12-01", "2026-12-03"},
		"two days later":            {sim(contract.StagePreparing, nil), 2, "2026-12-02", "2026-12-03"},
		"on its way, the last day":  {sim(contract.StageDispatched, shipped(contract.ShipmentInTransit)), 3, "2026-12-03", "2026-12-03"},
		"overdue":                   {sim(contract.StageDispatched, shipped(contract.ShipmentInTransit)), 4, "", ""},
		"a closed door":             {sim(contract.StageDispatched, shipped(contract.ShipmentFailedAttempt)), 1, "", ""},
		"delivered":                 {sim(contract.StageDelivered, nil), 1, "", ""},
		"held":                      {sim(contract.StageHeld, nil), 1, "", ""},
		"of an eSIM":                {sim(contract.StageWizard, func(o *contract.Order) { o.Kind = contract.KindESIM }), 0, "", ""},
		"when the donor has agreed": {sim(contract.StagePlaced, func(o *contract.Order) { o.NumberSource = contract.NumberPortIn }), 0, "", ""},
	} {
		first, last := order.ExpectedDelivery(tt.order, calendar.Delivery{CutOff: 15, Least: 1, Most: 3}, monday.AddDate(0, 0, tt.days))
		require.Equal(t, []string{tt.first, tt.last}, []string{first, last}, name)
	}
}
