// Package orderkinds is the table of kinds of order as tests go through it.
package orderkinds

import (
	"maps"
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// All lists every kind on offer, in a fixed order.
func All() []order.Key {
	return slices.SortedFunc(maps.Keys(order.Definitions), func(a, b order.Key) int {
		return slices.Compare(words(a), words(b))
	})
}

func words(k order.Key) []string { return []string{string(k.Kind), string(k.Source), string(k.SIM)} }

// Compensations list the compensation of each phase, in recording order; compensating runs in reverse. They are
// written apart from the workflow, not read from it: a test compares both.
var Compensations = map[contract.Phase][]contract.Work{
	contract.PhasePaid:            {contract.WorkReleaseNumber, contract.WorkRefund},
	contract.PhasePortSubmitted:   {contract.WorkWithdrawPort},
	contract.PhaseOldSIMSuspended: {contract.WorkRestoreSIM},
	contract.PhaseSIMAllocated:    {contract.WorkReturnSIM},
	contract.PhaseParcelDelivered: {contract.WorkCancelParcel},
	contract.PhaseProfileReady:    {contract.WorkCancelProfile},
	contract.PhaseLineOn:          {contract.WorkDeactivate},
	contract.PhaseExtraSIMAdded:   {contract.WorkRemoveExtraSIM},
}
