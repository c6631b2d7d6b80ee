package app

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/sweep"
	sweepstore "selfcare/internal/store/sweep"
)

func TestRowsAndWorkflows_Findings_AreWrong(t *testing.T) {
	db, s := testkit.Databases(t)
	said, err := rowsAndWorkflows(t.Context(), s, time.Now())
	require.NoError(t, err)
	require.Equal(t, "not compared yet", said)

	orders := sweepstore.Processes[0]
	require.NoError(t, s.Sweeps.Keep(t.Context(), orders, sweepstore.Place{}))
	said, err = rowsAndWorkflows(t.Context(), s, time.Now())
	require.NoError(t, err)
	require.Contains(t, said, "agree, compared")

	require.NoError(t, s.Sweeps.Note(t.Context(), orders, sweep.RowWithoutWorkflow, []string{"order/SC1", "order/SC2"}))
	_, err = db.ExecContext(t.Context(), "UPDATE sweeps SET ended_at = now() - interval '4 hours'")
	require.NoError(t, err)
	_, err = rowsAndWorkflows(t.Context(), s, time.Now())
	require.ErrorContains(t, err, "order: 2 rows without a workflow")
	require.ErrorContains(t, err, "not compared for 4h")

	findings, err := s.Sweeps.Findings(t.Context(), 10)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, writeFindings(&out, findings, "2 findings"))
	require.Contains(t, out.String(), "row-without-workflow  order/SC2")
}
