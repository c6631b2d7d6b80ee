package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestPushed_SameStep_IsTrue(t *testing.T) {
	o := contract.Order{ID: "o1"}
	require.False(t, order.Pushed(o, "click 1"))
	o.Identity = &contract.Identity{RequestID: order.PushID("o1", contract.PurposeOrder, "click 1"), Purpose: contract.PurposeOrder}
	require.True(t, order.Pushed(o, "click 1"))
	require.False(t, order.Pushed(o, "click 2"))
	o.ID = "o2"
	require.False(t, order.Pushed(o, "click 1"), "another order's")
}
