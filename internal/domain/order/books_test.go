package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// An order that was placed without a price used to be an internal error instead of a finding (S12).
func TestDisagreements_NoPrice_IsAFinding(t *testing.T) {
	for _, stage := range []contract.Stage{contract.StagePlaced, contract.StagePorting, contract.StageActive} {
		found := order.Disagreements(contract.Order{Stage: stage}, order.Books{Number: "sold", Line: order.None})
		require.Contains(t, found, "in stage "+string(stage)+" it does not hold that the price is paid once")
	}
}
