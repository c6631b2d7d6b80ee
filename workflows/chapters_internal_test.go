package workflows

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestPhases_EveryOneIsToldAndUndoneAsTheKindTableSays(t *testing.T) {
	told := map[contract.Chapter]bool{}
	for _, key := range order.Kinds() {
		for _, name := range order.Defined(key).Chapters {
			require.NotNil(t, phases[name].do, "nothing does %q of %v", name, key)
			told[name] = true
			var undone []contract.Work
			for _, undo := range phases[name].undo {
				undone = append(undone, undo.work)
			}
			require.Equal(t, order.UndoneBy(name), undone, name)
		}
	}
	require.Len(t, phases, len(told), "a phase that no kind has")
}

// The replay of recorded histories can fail: a build in which two steps have changed places is noticed.
func TestReplay_NoticesTwoStepsThatChangedPlaces(t *testing.T) {
	const one, other = contract.ChapterSIMAllocated, contract.ChapterParcelDelivered
	first, second := phases[one], phases[other]
	t.Cleanup(func() { phases[one], phases[other] = first, second })
	replay := func() error {
		replayer := worker.NewWorkflowReplayer()
		replayer.RegisterWorkflow(Order)
		return replayer.ReplayWorkflowHistoryFromJSONFile(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), "testdata/histories/unreleased/order-happy-path.json")
	}
	require.NoError(t, replay())
	phases[one], phases[other] = phase{second.do, first.undo}, phase{first.do, second.undo}
	require.ErrorContains(t, replay(), "[TMPRL1100]") // the SDK's code for it
}
