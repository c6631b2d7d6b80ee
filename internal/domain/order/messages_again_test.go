package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestMessages_RolledBack_OmitsDelivered(t *testing.T) {
	at := func(stage contract.Stage, port contract.PortStatus) contract.Order {
		return contract.Order{
			Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, SIMType: contract.SIMPhysical, Stage: stage,
			Shipment: &contract.Shipment{}, Port: &contract.Port{Status: port},
		}
	}
	held := at(contract.StageHeld, contract.PortRolledBack)
	held.Held = &contract.Held{From: contract.StagePorting, Work: contract.WorkCutOver, FailureCode: contract.FailCutOver}
	delivered := at(contract.StageDelivered, contract.PortRolledBack)
	for name, tt := range map[string]struct {
		before, after contract.Order
		want          []string
	}{
		"the card arrives":                      {at(contract.StageDispatched, contract.PortApproved), at(contract.StageDelivered, contract.PortApproved), []string{"order-delivered-port"}},
		"the switch is rolled back":             {at(contract.StagePorting, contract.PortCutOver), delivered, []string{"port-postponed"}},
		"the switch was held, and rolled back":  {held, delivered, nil},
		"our database was away, and it is held": {at(contract.StagePorting, contract.PortCutOver), heldByDatabase(at(contract.StageHeld, contract.PortCutOver)), nil},
	} {
		require.Equal(t, tt.want, order.Messages(tt.before, tt.after, contract.Limits{}), name)
	}
}

func heldByDatabase(o contract.Order) contract.Order {
	o.Held = &contract.Held{From: contract.StagePorting, Work: contract.WorkRecord, FailureCode: contract.FailUnavailable}
	return o
}

func TestNotices_Money_NameItsAmount(t *testing.T) {
	paid := func(id string, status contract.PaymentStatus, amount contract.Halalas, double bool) contract.Payment {
		return contract.Payment{ID: id, Status: status, Amount: amount, Double: double}
	}
	o := contract.Order{
		Contact: &contract.Contact{Mobile: "0551234567"}, Price: &contract.Price{Total: 58_000},
		Payments: []contract.Payment{
			paid("forgotten", contract.PaymentRefunded, 11_000, true), paid("good", contract.PaymentPaid, 58_000, false),
		},
	}
	for template, amount := range map[string]string{
		"order-placed": "580.00", "payment-double": "110.00", "payment-late": "110.00",
	} {
		notices := order.Notices(o, contract.Limits{}, template)
		require.Len(t, notices, 1, template)
		require.Equal(t, amount, notices[0].Params["price"], template)
	}
}
