package bench

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/scale"
	"selfcare/dev/testkit"
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
	f := &filledBench{Options: Options{Rounds: 1, Progress: io.Discard}, full: database, near: database, share: 0.05}
	var report Report

	figures, err := f.measure(t.Context(), &report, f.openStores, f.withStores("../.."))

	require.NoError(t, err)
	require.Len(t, figures, 11)
	for _, found := range figures {
		require.NotEmpty(t, found.Rounds, found.What)
		if found.Goal.exact() {
			require.Zero(t, found.Spread.High, found.What)
		}
	}
}
