package bench

import (
	"io"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/scale"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/checkout"
)

// fillSmall fills a database with few lines. Both sides of a measurement use it.
func fillSmall(t *testing.T) Filled {
	t.Helper()
	url, size := testkit.PostgresURL(t), scale.Size{Lines: 300, History: 1}
	require.NoError(t, scale.Fill(t.Context(), testkit.Connect(t, url), size, func(string, time.Duration) {}))
	return Filled{Size: size, URL: url, Application: testkit.AsApplication(t, url)}
}

// The goals are those of a great database on a quiet machine: here each measurement only has to come to a figure.
func TestFilled_SmallDatabase_HasFigures(t *testing.T) {
	database := fillSmall(t)
	o := Options{Rounds: 1, Progress: io.Discard, Only: []string{"S6", "S7", "S8", "S9", "S10", "S11"}} // dev/scale tests S5
	f := &filledBench{Options: o, full: database, near: database, share: 0.05}
	var report Report

	figures, err := f.measure(t.Context(), &report, f.openStores, f.withStores("../.."))

	require.NoError(t, err)
	require.Len(t, figures, 9)
	for _, found := range figures {
		require.NotEmpty(t, found.Rounds, found.What)
		t.Log(found.What, found.measured(), found.Note)
	}
	var ahead int
	require.NoError(t, testkit.Connect(t, database.URL).NewRaw(
		"SELECT count(*) FROM subscription_charges AS c JOIN plan_subscriptions AS p USING (line_id) WHERE c.cycle > p.cycle AND c.line_id::text LIKE '00000001-%'").Scan(t.Context(), &ahead))
	require.Zero(t, ahead, "each plan can still charge its next cycle")
}

func TestFilled_TwoStacks_HaveFigures(t *testing.T) {
	testkit.Nightly(t, "stack")
	root, err := checkout.Root()
	require.NoError(t, err)
	bin, err := testkit.BinDir()
	require.NoError(t, err)
	devstack := filepath.Join(t.TempDir(), "devstack")
	built, err := exec.CommandContext(t.Context(), "go", "build", "-o", devstack, filepath.Join(root, "cmd/devstack")).CombinedOutput()
	require.NoError(t, err, string(built))
	o := Options{
		Devstack: devstack, Rounds: 1, Progress: io.Discard, Only: []string{"S1", "S2"},
		Ports: Ports{API: 30080, Temporal: 30233, TemporalUI: 30243, Simulators: 30090, Postgres: 30442},
		Env:   []string{"TEMPORAL_BIN=" + filepath.Join(root, "bin/temporal"), "SELFCARE_PG_BIN=" + bin},
	}
	f := &filledBench{Options: o, full: fillSmall(t), near: fillSmall(t), share: 0.05}
	var report Report

	figures, err := f.measure(t.Context(), &report, f.openStacks, f.withStacks())

	require.NoError(t, err)
	require.Len(t, figures, 4)
}
