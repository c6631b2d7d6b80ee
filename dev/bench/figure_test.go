package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFigure_IsJudgedByItsMedianAndACountByEachRound(t *testing.T) {
	tests := map[string]struct {
		goal   Goal
		rounds []float64
		met    bool
	}{
		"at most, one round above":   {atMost(1.25), []float64{1.2, 1.1, 1.9}, true},
		"at most, median above":      {atMost(1.25), []float64{1.3, 1.1, 1.9}, false},
		"exactly the bound":          {atMost(1.25), []float64{1.25}, true},
		"at least, median above":     {atLeast(2), []float64{2.1, 1.9, 2.2}, true},
		"at least, median below":     {atLeast(2), []float64{1.99}, false},
		"a count right every time":   {exactly(20), []float64{20, 20, 20}, true},
		"a count wrong once":         {exactly(20), []float64{20, 21, 20}, false},
		"nothing measured is missed": {atMost(1), nil, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.met, figure("P0", "", "", tt.goal, tt.rounds).met())
		})
	}
}

func TestGoal_ReadsAsInTheTable(t *testing.T) {
	require.Equal(t, "≤ 1.25 ×", atMost(1.25).String())
	require.Equal(t, "≥ 0.90 ×", atLeast(0.9).String())
	require.Equal(t, "= 20", exactly(20).String())
}

func TestInTurn_CallsEachOnceInEveryTurn(t *testing.T) {
	var calls []string
	call := func(name string) func() error {
		return func() error { calls = append(calls, name); return nil }
	}

	lists, err := inTurn(2, call("ours"), call("bare"))

	require.NoError(t, err)
	require.ElementsMatch(t, []string{"ours", "bare"}, calls[:2])
	require.ElementsMatch(t, []string{"ours", "bare"}, calls[2:])
	require.Len(t, lists, 2)
	require.Len(t, lists[0], 2)
}

func TestParseVariables_ReadsWhatTheStackWroteDown(t *testing.T) {
	text := "export DATABASE_URL='postgres://a@b/c?sslmode=disable'\nexport REDIS_URL='redis://x'\n\n"

	require.Equal(t, map[string]string{"DATABASE_URL": "postgres://a@b/c?sslmode=disable", "REDIS_URL": "redis://x"}, parseVariables(text))
}

func TestIDs_AreThoseOfTheTable(t *testing.T) {
	require.Equal(t, []string{"P1", "P2", "P3", "P4", "P5", "P8", "P9", "P10"}, IDs())
}

func TestEventsFigure_ComparesWithTheFloorAndCountsTimersLeftRunning(t *testing.T) {
	flow := Flow{Scans: 4, Notices: 4}
	counted := histories{"TimerStarted": 5, "TimerFired": 1, "TimerCanceled": 2, "Others": 207}

	f := eventsFigure([]histories{counted, counted}, flow)

	require.InDelta(t, 1.0, f.Spread.Median, 1e-9, "215 events, as many as the floor")
	require.InDelta(t, 2, f.Absolute["openTimers"], 1e-9)
	require.True(t, f.met())
}
