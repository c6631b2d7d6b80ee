package views

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/kinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestALateOrderShowsItsNewTimeUntilThatIsPast(t *testing.T) {
	now := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	soon, past := Presenter{language: "en", now: now}, Presenter{language: "en", now: now.Add(2 * time.Hour)}
	o := kinds.OfKind(kinds.All()[0], contract.StagePreparing)
	require.Nil(t, soon.Order(o).Late)
	o.Late = &contract.Late{Stage: contract.StagePreparing, Since: now.Add(-time.Hour), ExpectedBy: now.Add(time.Hour)}
	require.Equal(t, o.Late.Since, soon.Order(o).Late.Since)
	require.Equal(t, o.Late.ExpectedBy, *soon.Order(o).Late.ExpectedBy)
	require.Nil(t, past.Order(o).Late.ExpectedBy)
	require.NotNil(t, soon.linked(o, permission.Tracking).Late, "whoever follows the parcel is told too")
}
