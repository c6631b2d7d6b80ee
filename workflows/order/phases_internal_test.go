package order

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestPhases_KindTable_RunAndUndone(t *testing.T) {
	phases := phasesOf(newOrderRun(contract.OrderInput{}))
	found := map[contract.Phase]bool{}
	for _, key := range orderkinds.All() {
		for _, name := range order.Definitions[key].Phases {
			require.NotNil(t, phases[name].do, "no function for %q of %v", name, key)
			found[name] = true
			var undone []contract.Work
			for _, c := range phases[name].compensations {
				undone = append(undone, c.Work)
			}
			require.Equal(t, orderkinds.Compensations[name], undone, name)
		}
	}
	require.Len(t, phases, len(found), "a phase that no kind has")
}

// The replay of recorded histories can fail: it notices a build in which two steps have changed places.
func TestReplay_SwappedSteps_Fails(t *testing.T) {
	const one, other = contract.PhaseSIMAllocated, contract.PhaseParcelDelivered
	replay := func() error {
		replayer := worker.NewWorkflowReplayer()
		replayer.RegisterWorkflow(Order)
		return replayer.ReplayWorkflowHistoryFromJSONFile(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), "../testdata/histories/order-happy-path.json")
	}
	require.NoError(t, replay())
	inOrder := phasesOf
	t.Cleanup(func() { phasesOf = inOrder })
	phasesOf = func(o *orderRun) map[contract.Phase]phase {
		phases := inOrder(o)
		first, second := phases[one], phases[other]
		phases[one], phases[other] = phase{second.do, first.compensations}, phase{first.do, second.compensations}
		return phases
	}
	require.ErrorContains(t, replay(), "[TMPRL1100]") // the SDK's code for it
}
