package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReport_MissedGoals_AreListed(t *testing.T) {
	good := figure("P4", "first answer", "no-op", atMost(1.25), []float64{1.1, 1.2, 1.0})
	bad := figure("P8", "bookings", "UPDATE", atLeast(0.9), []float64{0.5, 0.6, 0.7})
	bad.Note = "10 against 20 per second"
	report := newReport()
	report.Figures = []Figure{good, bad}
	path := filepath.Join(t.TempDir(), "benchmarks.md")

	require.NoError(t, report.WriteMarkdown(path))

	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(written), "| P4 | first answer | no-op | ≤ 1.25 × | 1.10 (1.00 to 1.20) | met |")
	require.Contains(t, string(written), "| P8 | bookings | UPDATE | ≥ 0.90 × | 0.60 (0.50 to 0.70) | missed |")
	require.Contains(t, string(written), "- P8, bookings: 10 against 20 per second.")
	var table strings.Builder
	require.NoError(t, report.Print(&table))
	require.Contains(t, table.String(), "missed")
}

func TestReport_RawFigures_AreStored(t *testing.T) {
	report := newReport()
	report.Figures = []Figure{figure("P9", "winners", "count", exactly(20), []float64{20})}

	path, err := report.WriteRaw(filepath.Join(t.TempDir(), "raw"))

	require.NoError(t, err)
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"rounds": [`)
}

func TestReport_ManualPart_IsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	require.NoError(t, os.WriteFile(path, []byte("# An older run\n\n## Measured once\n\nOn a Sunday.\n"), 0o600))

	require.NoError(t, newReport().WriteMarkdown(path))

	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(written), "An older run")
	require.True(t, strings.HasSuffix(string(written), "\n## Measured once\n\nOn a Sunday.\n"))
}
