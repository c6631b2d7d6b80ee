package workflows

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestChapters_EveryOneIsToldAndEveryUndoIsDone(t *testing.T) {
	told, undone := map[contract.Chapter]bool{}, map[contract.Work]bool{}
	for _, key := range order.Kinds() {
		for _, chapter := range order.Defined(key).Chapters {
			require.NotNil(t, chapters[chapter], "nobody tells %q of %v", chapter, key)
			told[chapter] = true
			for _, work := range order.UndoneBy(chapter) {
				require.NotNil(t, undoings[work], "nothing does %q, which undoes %q", work, chapter)
				undone[work] = true
			}
		}
	}
	require.Len(t, chapters, len(told), "a chapter that no kind has")
	require.Len(t, undoings, len(undone), "an undo that no chapter asks for")
}
