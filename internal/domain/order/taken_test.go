package order_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestTakenBy_KnowsTheLastStepsOfItsOrder(t *testing.T) {
	o := contract.Order{ID: "o1"}
	require.Equal(t, o, order.TakenBy(o, ""), "the process's own write")
	require.False(t, order.HasTaken(o, ""))
	for n := range 20 {
		o = order.TakenBy(o, "step "+strconv.Itoa(n))
	}
	require.Len(t, o.Taken, 12)
	require.Equal(t, o, order.TakenBy(o, "step 19"), "several writes of one step are one")
	require.True(t, order.HasTaken(o, "step 8"))
	require.False(t, order.HasTaken(o, "step 7"), "forgotten long since")
	require.NotContains(t, o.Taken, "step 19", "the key itself stays the customer's")
	other := o
	other.ID = "o2"
	require.False(t, order.HasTaken(other, "step 19"))
}
