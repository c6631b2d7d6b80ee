package simulator_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

type usageEvent struct {
	EventID string    `json:"eventId"`
	MSISDN  string    `json:"msisdn"`
	Type    string    `json:"type"`
	Unit    string    `json:"unit"`
	Amount  int64     `json:"amount"`
	Charged int64     `json:"charged"`
	UsedAt  time.Time `json:"usedAt"`
}

// used waits for that many batches and returns their events, in order of arrival.
func (w *stand) used(batches int) (all []usageEvent) {
	w.t.Helper()
	for _, e := range w.events("", batches) {
		require.Equal(w.t, "network", e.System)
		require.LessOrEqual(w.t, len(e.Events), 500)
		all = append(all, e.Events...)
	}
	require.Empty(w.t, w.receiver.problem)
	return all
}

func inOrder(events []usageEvent) bool {
	return slices.IsSortedFunc(events, func(a, b usageEvent) int { return a.UsedAt.Compare(b.UsedAt) })
}

func TestUsage_Command_ReportsRatedEvents(t *testing.T) {
	w := newStand(t)
	w.control("network/usage", map[string]any{"msisdn": "0570000001", "type": "int_min", "amount": 12, "charged": 30})
	events := w.used(1)
	require.Len(t, events, 1)
	require.WithinDuration(t, time.Now(), events[0].UsedAt, time.Minute)
	require.NotEmpty(t, events[0].EventID)
	events[0].EventID, events[0].UsedAt = "", time.Time{}
	require.Equal(t, usageEvent{MSISDN: "0570000001", Type: "int_min", Unit: "minute", Amount: 12, Charged: 30}, events[0])
}

func TestUsage_ManyEvents_ComeInBatches(t *testing.T) {
	w := newStand(t)
	w.control("network/usage", map[string]any{
		"msisdn": "0570000001", "type": "data", "amount": 1, "count": 600, "lateDays": 30, "doubled": true, "shuffled": true,
	})
	events := w.used(3)
	require.Len(t, events, 1200)
	require.False(t, inOrder(events))
	times := map[string]int{}
	for _, e := range events {
		times[e.EventID]++
		require.WithinDuration(t, time.Now().AddDate(0, 0, -30), e.UsedAt, time.Hour)
	}
	require.Len(t, times, 600)
	for id, n := range times {
		require.Equal(t, 2, n, id)
	}
}

func TestUsage_Default_ComesInOrder(t *testing.T) {
	w := newStand(t)
	w.control("network/usage", map[string]any{"msisdn": "0570000001", "type": "data", "amount": 1, "count": 501})
	require.True(t, inOrder(w.used(2)))
}

func TestUsage_WrongFigures_AreSent(t *testing.T) {
	w := newStand(t)
	w.control("network/usage", map[string]any{"msisdn": "1", "type": "fax", "unit": "page", "amount": -3})
	events := w.used(1)
	require.Equal(t, "page", events[0].Unit)
	require.EqualValues(t, -3, events[0].Amount)
}

func TestUsage_Refused_IsSentAgain(t *testing.T) {
	r := &receiver{refuse: 30, answer: `{"taken":1,"known":0,"refused":[]}`}
	w := newStandAt(t, t.TempDir(), r, 100_000)
	w.control("network/usage", map[string]any{"msisdn": "0570000001", "type": "data", "amount": 1})
	w.used(1)
	w.settled()
	sent := w.items("callbacks?system=network&subject=0570000001")
	require.Len(t, sent, 1)
	require.Equal(t, "delivered", sent[0]["state"])
	require.EqualValues(t, 31, sent[0]["attempts"])
	require.Equal(t, map[string]any{"taken": 1.0, "known": 0.0, "refused": []any{}}, sent[0]["lastAnswer"], "what the product said is shown")
}

func TestUsage_InvalidCommand_IsRefused(t *testing.T) {
	w := newStand(t)
	for name, ask := range map[string]map[string]any{
		"no number":   {"type": "data", "amount": 1},
		"no type":     {"msisdn": "0570000001", "amount": 1},
		"no events":   {"msisdn": "0570000001", "type": "data", "amount": 1, "count": 0},
		"too many":    {"msisdn": "0570000001", "type": "data", "amount": 1, "count": 20_001},
		"from later":  {"msisdn": "0570000001", "type": "data", "amount": 1, "lateDays": -1},
		"not numbers": {"msisdn": "0570000001", "type": "data", "amount": "much"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := w.call(http.MethodPost, "/control/network/usage", nil, ask)
			require.Equal(t, http.StatusUnprocessableEntity, answer.status, answer.raw)
		})
	}
	require.Empty(t, w.items("callbacks"))
}

func TestUsage_Console_HasAForm(t *testing.T) {
	w := newStand(t)
	page := w.call(http.MethodGet, "/console/network", nil, nil).raw
	for _, field := range []string{`name="msisdn"`, `<option>social_media</option>`, `type="checkbox" name="doubled:flag"`, `action="/control/network/usage"`} {
		require.Contains(t, page, field)
	}
	require.Equal(t, "/console/network", w.form("/control/network/usage", "/console/network", url.Values{
		"msisdn": {"0570000001"}, "type": {"sms"}, "amount:number": {"2"}, "count:number": {"3"}, "lateDays:number": {"0"}, "doubled:flag": {"on"},
	}))
	events := w.used(1)
	require.Len(t, events, 6)
	require.Equal(t, "sms", events[0].Unit)
	require.Contains(t, w.form("/control/network/usage", "/console/network", url.Values{"msisdn": {""}}), "problem=")
	require.Contains(t, w.call(http.MethodGet, "/console/network", nil, nil).raw, "usage.rated")
}
