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
