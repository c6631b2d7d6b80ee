package simulator_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/person"
)

func TestKnobs_SpoilEverySystem(t *testing.T) {
	w := newStand(t)
	w.control("registry/knobs", map[string]any{"errorRate": 1})
	require.Equal(t, http.StatusServiceUnavailable, w.lookup(person.ID(1, 0), "1410-06-04").status)
	w.control("registry/knobs", map[string]any{"errorRate": 0, "brokenJsonRate": 1})
	answer := w.lookup(person.ID(1, 0), "1410-06-04")
	require.Equal(t, http.StatusOK, answer.status)
	require.False(t, json.Valid([]byte(answer.raw)), answer.raw)
	w.control("registry/knobs", map[string]any{"brokenJsonRate": 0, "latencyMs": 600_000})
	impatient, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	late, err := http.NewRequestWithContext(impatient, http.MethodPost, w.url+"/registry/v1/persons/lookup", http.NoBody)
	require.NoError(t, err)
	late.Header.Set("X-Api-Key", "sim-registry-key")
	_, err = transport.RoundTrip(late) //nolint:bodyclose // the call gets no answer
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestKnobs_TimeoutAfterCommit_KeepsEffect(t *testing.T) {
	w := newStand(t)
	w.control("courier/knobs", map[string]any{"timeoutAfterCommitRate": 1})
	lost := make(chan error, 1)
	go func() {
		_, err := w.try(http.MethodPost, "/courier/api/shipments", smsa, homeParcel("order-1"))
		lost <- err
	}()
	require.Eventually(t, func() bool { return len(w.items("courier/parcels?reference=order-1")) == 1 }, soon, tick)
	require.Equal(t, http.StatusOK, w.call(http.MethodGet, "/courier/api/shipments?reference=order-1", smsa, nil).status, "reading still answers")
	w.stop()
	require.Error(t, <-lost)
}

func TestKnobs_RefuseNonsense(t *testing.T) {
	w := newStand(t)
	for _, body := range []any{
		map[string]any{"errorRate": 2}, map[string]any{"latencyMs": -1}, map[string]any{"pace": map[string]any{"unknownMs": 1}}, "text",
	} {
		require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/control/payment/knobs", nil, body).status, body)
	}
	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/control/unknown/knobs", nil, map[string]any{}).status)
}

func TestKnobs_LostAndDoubledCallbacks(t *testing.T) {
	w := newStand(t)
	w.control("payment/knobs", map[string]any{"callbacks": map[string]any{"lost": 1}})
	w.charge("pay-1", "approve")
	w.control("payment/knobs", map[string]any{"callbacks": map[string]any{"lost": 0, "doubled": 1}})
	w.charge("pay-2", "approve")
	twice := w.events(eventPayment, 2)
	require.Equal(t, twice[0], twice[1])
	require.Equal(t, "pay-2", twice[0].Data["reference"])
	require.Equal(t, "lost", w.items("callbacks?subject=pay-1")[0]["state"])
}

func TestKnobs_LateAndOvertakenCallbacks(t *testing.T) {
	w := newStand(t)
	w.control("payment/knobs", map[string]any{"callbacks": map[string]any{"lateMs": 60000}})
	w.charge("pay-late", "approve")
	w.control("payment/knobs", map[string]any{"callbacks": map[string]any{"lateMs": 0, "disorder": 1}})
	w.charge("pay-held-back", "approve")
	w.control("payment/knobs", map[string]any{"callbacks": map[string]any{"disorder": 0}})
	w.charge("pay-overtakes", "approve")
	w.events(eventPayment, 1)
	w.pass(20 * time.Second)
	w.events(eventPayment, 2)
	w.pass(time.Minute)
	var order []any
	for _, e := range w.events(eventPayment, 3) {
		order = append(order, e.Data["reference"])
	}
	require.Equal(t, []any{"pay-overtakes", "pay-held-back", "pay-late"}, order)
}

func TestCallback_Refused_IsSentAgain(t *testing.T) {
	r := &receiver{refuse: 2}
	w := newStandAt(t, t.TempDir(), r, hardly)
	w.charge("pay-1", "approve")
	attempts := func(n float64) func() bool {
		return func() bool { return w.items("callbacks")[0]["attempts"] == n }
	}
	require.Eventually(t, attempts(1), soon, tick)
	w.pass(time.Second)
	require.Eventually(t, attempts(2), soon, tick)
	w.pass(5 * time.Second)
	w.events(eventPayment, 1)
	w.settled()
	eventID := w.items("callbacks")[0]["eventId"].(string)
	w.control("callbacks/"+eventID+"/redeliver", nil)
	require.Equal(t, eventID, w.events(eventPayment, 2)[1].EventID)
	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/control/callbacks/evt_x/redeliver", nil, nil).status)
}

func TestScenario_MatchesAndWearsOut(t *testing.T) {
	w := newStand(t)
	w.scenario("payment", "charge", "lost-card", map[string]any{"times": 2, "match": map[string]any{"amount": "11500"}})
	w.scenario("payment", "charge", "expired-card", map[string]any{"match": map[string]any{"reference": "pay-other"}})
	require.Equal(t, "lost_card", w.charge("pay-1", "approve").body["declineCode"])
	require.Equal(t, "lost_card", w.charge("pay-2", "approve").body["declineCode"])
	require.Equal(t, "paid", w.charge("pay-3", "approve").body["status"])
	require.Equal(t, "expired_card", w.charge("pay-other", "approve").body["declineCode"])
}

func TestScenario_StandsUntilDropped(t *testing.T) {
	w := newStand(t)
	added := w.control("registry/scenarios", map[string]any{"operation": "lookup", "outcome": "blocked", "times": -1})
	for range 3 {
		require.Equal(t, true, w.lookup(person.ID(1, 0), "1410-06-04").body["blocked"])
	}
	answer := w.call(http.MethodDelete, "/control/registry/scenarios?id="+added.body["id"].(string), nil, nil)
	require.Equal(t, http.StatusNoContent, answer.status)
	require.Equal(t, false, w.lookup(person.ID(1, 0), "1410-06-04").body["blocked"])
}

func TestScenario_CommonOutcomes(t *testing.T) {
	w := newStand(t)
	w.scenario("network", "activate", "rate-limited")
	w.scenario("network", "activate", "error")
	sim := iccid("00000000001")
	require.Equal(t, http.StatusTooManyRequests, w.line(http.MethodPut, "0570000001", sim).status)
	require.Equal(t, http.StatusServiceUnavailable, w.line(http.MethodPut, "0570000001", sim).status)
	require.Empty(t, w.items("network/lines"), "nothing was done")
	w.scenario("network", "activate", "broken-json")
	require.False(t, json.Valid([]byte(w.line(http.MethodPut, "0570000001", sim).raw)))
	require.Len(t, w.items("network/lines"), 1, "done, though the answer was broken")
}

func TestScenario_SpoilsOneCallback(t *testing.T) {
	w := newStand(t)
	w.scenario("payment", "callback", "lost", map[string]any{"match": map[string]any{"subject": "pay-1"}})
	w.charge("pay-2", "approve")
	w.charge("pay-1", "approve")
	w.settled()
	require.Equal(t, "pay-2", w.events(eventPayment, 1)[0].Data["reference"])
}

func TestScenario_Impossible_IsRefused(t *testing.T) {
	w := newStand(t)
	for _, body := range []any{
		map[string]any{"operation": "charge", "outcome": "misspelt"},
		map[string]any{"operation": "fly", "outcome": "error"},
		map[string]any{"operation": "charge", "outcome": "error", "times": -2},
		"text",
	} {
		require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/control/payment/scenarios", nil, body).status, body)
	}
	require.Equal(t, http.StatusUnprocessableEntity,
		w.call(http.MethodPost, "/control/registry/scenarios", nil, map[string]any{"operation": "callback", "outcome": "lost"}).status, "it never calls back")
}

func TestClock_RunsFaster(t *testing.T) {
	w := newStand(t)
	w.control("clock", map[string]any{"speed": 1000})
	w.push("r-1", person.ID(1, 0))
	expires, err := time.Parse(time.RFC3339, w.items("identity/requests")[0]["expiresAt"].(string))
	require.NoError(t, err)
	require.WithinDuration(t, time.Now().Add(180*time.Millisecond), expires, 5*time.Second, "shown in real time")
	w.events(eventIdentity, 1)
	for _, speed := range []float64{0, -1, 1e9} {
		require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/control/clock", nil, map[string]any{"speed": speed}).status)
	}
}

func TestRestart_KeepsStateAndGoesOn(t *testing.T) {
	dir, r := t.TempDir(), &receiver{}
	before := newStandIn(t, dir, r)
	before.control("payment/knobs", map[string]any{"latencyMs": 1})
	before.scenario("registry", "lookup", "blocked")
	before.control("clock", map[string]any{"speed": 3})
	before.charge("pay-1", "pending-then-paid")
	awb := before.book(homeParcel("order-1")).body["awb"]
	before.stop()

	after := newStandIn(t, dir, r)
	state := after.call(http.MethodGet, "/control/state", nil, nil).body
	require.EqualValues(t, 3, state["clock"].(map[string]any)["speed"])
	require.Equal(t, true, after.lookup(person.ID(1, 0), "1410-06-04").body["blocked"])
	require.Equal(t, awb, after.book(homeParcel("order-1")).body["awb"])
	after.pass(20 * time.Second)
	require.Equal(t, "paid", after.events(eventPayment, 1)[0].Data["status"])
	require.EqualValues(t, 11500, after.booked("pay-1")["charged"])
}

func TestRestart_OpenCallback_Delivered(t *testing.T) {
	dir, r := t.TempDir(), &receiver{refuse: 1}
	before := newStandAt(t, dir, r, hardly)
	before.charge("pay-1", "approve")
	require.Eventually(t, func() bool { return before.items("callbacks")[0]["attempts"] == 1.0 }, soon, tick)
	before.stop()
	after := newStandIn(t, dir, r)
	after.pass(time.Second)
	require.Equal(t, "pay-1", after.events(eventPayment, 1)[0].Data["reference"])
}

func TestReset_KeepsOnlyTheSpeed(t *testing.T) {
	w := newStand(t)
	w.control("clock", map[string]any{"speed": 2})
	w.charge("pay-1", "pending-then-paid")
	w.scenario("registry", "lookup", "blocked")
	w.control("payment/knobs", map[string]any{"latencyMs": 1})
	w.control("reset", nil)
	w.pass(time.Hour)
	require.Empty(t, w.items("payment/charges"))
	require.Equal(t, false, w.lookup(person.ID(1, 0), "1410-06-04").body["blocked"])
	state := w.call(http.MethodGet, "/control/state", nil, nil).body
	require.EqualValues(t, 2, state["clock"].(map[string]any)["speed"])
	require.EqualValues(t, 0, state["systems"].(map[string]any)["payment"].(map[string]any)["knobs"].(map[string]any)["latencyMs"])
	w.settled()
	require.Empty(t, w.receiver.of(eventPayment))
}

func TestRoom_PagesAndForms(t *testing.T) {
	w := newStand(t)
	w.charge("pay-1", "pending-then-paid")
	w.push("r-1", person.ID(1, 25))
	w.book(homeParcel("order-1"))
	w.line(http.MethodPut, "0570000001", iccid("00000000001"))
	for _, path := range []string{
		"/", "/phone", "/outbox", "/console/payment", "/console/identity", "/console/registry", "/console/courier", "/console/messages", "/console/network", "/console/portability",
	} {
		page := w.call(http.MethodGet, path, nil, nil)
		require.Equal(t, http.StatusOK, page.status, path)
		require.Contains(t, page.raw, "Nothing here leaves this machine", "rendered to its end: %s", path)
	}
	require.Equal(t, http.StatusNotFound, w.call(http.MethodGet, "/console/unknown", nil, nil).status)
	require.Contains(t, w.call(http.MethodGet, "/console/payment", nil, nil).raw, "pay-1")

	location := w.form("/control/payment/knobs", "/console/payment", url.Values{"latencyMs:number": {"7"}, "callbacks.lost:number": {"0.5"}})
	require.Equal(t, "/console/payment", location)
	knobs := w.call(http.MethodGet, "/control/state", nil, nil).body["systems"].(map[string]any)["payment"].(map[string]any)["knobs"].(map[string]any)
	require.EqualValues(t, 7, knobs["latencyMs"])
	require.InDelta(t, 0.5, knobs["callbacks"].(map[string]any)["lost"], 0)

	location = w.form("/control/payment/knobs", "/console/payment", url.Values{"latencyMs:number": {"many"}})
	require.True(t, strings.HasPrefix(location, "/console/payment?problem="), location)
	require.Contains(t, w.call(http.MethodGet, location, nil, nil).raw, "latencyMs is not a number")
}

func TestRoom_OtherSites_AreRefused(t *testing.T) {
	w := newStand(t)
	answer := w.call(http.MethodPost, "/control/reset", headers{"Sec-Fetch-Site": "cross-site"}, nil)
	require.Equal(t, http.StatusForbidden, answer.status)
}

// form sends a form like a browser and returns its redirect.
func (w *stand) form(path, from string, values url.Values) string {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+path, strings.NewReader(values.Encode()))
	require.NoError(w.t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Referer", w.url+from)
	res, err := transport.RoundTrip(req)
	require.NoError(w.t, err)
	require.NoError(w.t, res.Body.Close())
	require.Equal(w.t, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}
