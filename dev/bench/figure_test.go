package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	historypb "go.temporal.io/api/history/v1"
	"google.golang.org/protobuf/proto"
)

func TestFigure_Verdict_UsesMedianOrRounds(t *testing.T) {
	tests := map[string]struct {
		goal   Goal
		rounds []float64
		met    bool
	}{
		"at most, one round above": {atMost(1.25), []float64{1.2, 1.1, 1.9}, true},
		"at most, median above":    {atMost(1.25), []float64{1.3, 1.1, 1.9}, false},
		"exactly the bound":        {atMost(1.25), []float64{1.25}, true},
		"at least, median above":   {atLeast(2), []float64{2.1, 1.9, 2.2}, true},
		"at least, median below":   {atLeast(2), []float64{1.99}, false},
		"a count right every time": {exactly(20), []float64{20, 20, 20}, true},
		"a count wrong once":       {exactly(20), []float64{20, 21, 20}, false},
		"no rounds":                {atMost(1), nil, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.met, figure("P0", "", "", tt.goal, tt.rounds).met())
		})
	}
}

func TestGoal_Text_MatchesTheTable(t *testing.T) {
	require.Equal(t, "≤ 1.25 ×", atMost(1.25).String())
	require.Equal(t, "≥ 0.165 ×", atLeast(0.165).String(), "as many digits as the bound has")
	require.Equal(t, "0.171 (0.160 to 0.180)", figure("P1", "", "", atLeast(0.165), []float64{0.16, 0.171, 0.18}).measured())
	require.Equal(t, "≥ 0.90 ×", atLeast(0.9).String())
	require.Equal(t, "= 20", exactly(20).String())
}

func TestInTurn_EachTurn_CallsAllOnce(t *testing.T) {
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

func TestParseVariables_StackFile_Read(t *testing.T) {
	text := "export DATABASE_URL='postgres://a@b/c?sslmode=disable'\nexport REDIS_URL='redis://x'\n\n"

	require.Equal(t, map[string]string{"DATABASE_URL": "postgres://a@b/c?sslmode=disable", "REDIS_URL": "redis://x"}, parseVariables(text))
}

func TestIDs_MatchTheTable(t *testing.T) {
	require.Equal(t, []string{"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "M1", "M2", "M6", "M5", "M3", "M4", "C1", "P10", "P14", "P15", "P16"}, IDs())
	for _, m := range (&Bench{}).wanted() {
		require.NotEqual(t, "M4", m.id, "it takes long: only where it is asked for")
	}
	require.Len(t, (&Bench{Options: Options{Only: []string{"M4"}}}).wanted(), 1)
}

func TestEventsFigure_AllEvents_AreACount(t *testing.T) {
	counts := []history{
		{events: map[string]int{"a": 100, "b": 4}, payloads: payloadsBefore},
		{events: map[string]int{"a": 105, "b": 3}, payloads: payloadsBefore / 4},
		{events: map[string]int{"a": 105}, payloads: payloadsBefore / 4},
	}
	f := eventsFigure("an order", 105, counts)
	require.Equal(t, []float64{104, 108, 105}, f.Rounds)
	require.Equal(t, "≤ 105", f.Goal.String())
	require.Equal(t, "105 (104 to 108)", f.measured())
	require.True(t, f.met())
	require.False(t, eventsFigure("an order", 104, counts).met())
	require.True(t, payloadFigure(counts).met())
	require.False(t, payloadFigure(counts[:1]).met())
}

func TestPayloadBytes_NestedPayloads_Count(t *testing.T) {
	one := &commonpb.Payload{Data: []byte("0123456789")}
	size := proto.Size(one)
	event := &historypb.HistoryEvent{Attributes: &historypb.HistoryEvent_MarkerRecordedEventAttributes{
		MarkerRecordedEventAttributes: &historypb.MarkerRecordedEventAttributes{
			MarkerName: "not a payload",
			Details:    map[string]*commonpb.Payloads{"data": {Payloads: []*commonpb.Payload{one, one}}},
			Header:     &commonpb.Header{Fields: map[string]*commonpb.Payload{"trace": one}},
		},
	}}
	require.Equal(t, 3*size, payloadBytes(event.ProtoReflect()))
	require.Zero(t, payloadBytes((&historypb.HistoryEvent{}).ProtoReflect()))
}
