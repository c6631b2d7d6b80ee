package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestAwaited_WaitingOrder_IsItsStage(t *testing.T) {
	card, esim := contract.Order{Kind: contract.KindSIM}, contract.Order{Kind: contract.KindESIM, Profile: &contract.Profile{}}
	in := func(o contract.Order, stage contract.Stage) contract.Order {
		o.Stage = stage
		return o
	}
	held := in(card, contract.StageHeld)
	held.Held = &contract.Held{From: contract.StageDispatched}
	refused := in(card, contract.StagePlaced)
	refused.NumberSource, refused.Port = contract.NumberPortIn, &contract.Port{Status: contract.PortRejected}
	for name, c := range map[string]struct {
		order contract.Order
		want  contract.Stage
	}{
		"the wizard is its customer's":      {in(card, contract.StageWizard), ""},
		"placed":                            {in(card, contract.StagePlaced), contract.StagePlaced},
		"a refused port is corrected":       {refused, ""},
		"prepared":                          {in(card, contract.StagePreparing), contract.StagePreparing},
		"a parcel":                          {in(card, contract.StageDispatched), contract.StageDispatched},
		"held with the parcel":              {held, contract.StageDispatched},
		"an eSIM being made":                {in(esim, contract.StagePreparing), contract.StagePreparing},
		"an eSIM is its customer's":         {in(esim, contract.StageDispatched), ""},
		"a delivered SIM is its customer's": {in(card, contract.StageDelivered), ""},
		"a number that moves":               {in(card, contract.StagePorting), contract.StagePorting},
		"a called-off order":                {in(card, contract.StageCancelling), ""},
		"a completed order":                 {in(card, contract.StageActive), ""},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, order.Awaited(c.order)) })
	}
}

func TestCity_Delivery_IsDestination(t *testing.T) {
	require.Empty(t, order.City(contract.Order{}))
	require.Equal(t, "abha", order.City(contract.Order{Delivery: &contract.Delivery{Address: &contract.Address{City: "abha"}}}))
	require.Equal(t, "jeddah", order.City(contract.Order{Delivery: &contract.Delivery{BranchID: "JED-1", City: "jeddah"}}))
}

func TestWithLate_NextStage_IsNotLate(t *testing.T) {
	now := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	by := now.Add(5 * time.Hour)
	before := contract.Order{Kind: contract.KindSIM, Number: "SC1", Stage: contract.StageDispatched, Contact: &contract.Contact{Mobile: "0501112233"}}
	other := order.WithLate(before, contract.OrderLate{Stage: contract.StagePreparing, ExpectedBy: by}, now)
	require.Equal(t, before, other, "the order has moved on meanwhile")

	late := order.Saved(order.WithLate(before, contract.OrderLate{Stage: contract.StageDispatched, ExpectedBy: by}, now))
	require.Equal(t, &contract.Late{Stage: contract.StageDispatched, Since: now, ExpectedBy: by}, late.Late)
	require.Equal(t, []string{"order-late"}, order.Messages(before, late, contract.Limits{}))
	require.Equal(t, "2026-11-26 16:00", order.MessageParams(late, contract.Limits{})["by"], "in Riyadh")

	again := order.Saved(order.WithLate(late, contract.OrderLate{Stage: contract.StageDispatched, ExpectedBy: by.Add(time.Hour)}, now.Add(time.Hour)))
	require.Equal(t, late.Late, again.Late)
	require.Empty(t, order.Messages(late, again, contract.Limits{}))

	again.Stage = contract.StageDelivered
	require.Nil(t, order.Saved(again).Late)
}
