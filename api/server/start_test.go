package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/store"
)

// limitedStarts is a rig on which few orders may be started.
func limitedStarts(t *testing.T, setting string, most int, changes ...func(*server.Options)) *rig {
	t.Helper()
	r := newRig(t, changes...)
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{setting: []byte(fmt.Sprint(most))}))
	return r
}

func (r *rig) tryStart(headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders", startSIM, append([]header{freshKey()}, headers...)...)
}

func TestAnAddressStartsAsManyOrdersAsTheSettingAllows(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 3, standingAt(time.Date(2027, 3, 7, 11, 48, 0, 0, time.UTC)))
	key := withKey(uuid.NewString())
	for range 5 { // one order, however often its request is repeated
		require.Equal(t, http.StatusCreated, r.tryStart(key).StatusCode)
	}
	for n := range 2 {
		got := r.tryStart(header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	}
	before := len(r.flow.sentUpdates())
	for n, language := range []string{texts.English, texts.Arabic} {
		forged := header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n), "X-Real-Ip": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
		got := r.tryStart(forged, header{"Accept-Language": language})
		problem := requireRefused(t, got, contract.FailTooManyOrders)
		require.Contains(t, problem.Message, texts.Text(language, contract.FailTooManyOrders, nil)+" ")
		require.Contains(t, problem.Message, " 2:59 ", "when to come back: ten minutes and the one begun after 14:48 in Riyadh")
		require.Equal(t, "600", got.Header.Get("Retry-After"))
	}
	require.Len(t, r.flow.sentUpdates(), before)
	r.redis.FastForward(store.DefaultSettings().OrderStartsWindow)
	require.Equal(t, http.StatusCreated, r.tryStart().StatusCode)
}

func TestBehindATrustedProxyEachAddressHasItsOwnLimit(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 1, trusting)
	for n := range 3 {
		from := header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)}
		require.Equal(t, http.StatusCreated, r.tryStart(from).StatusCode)
		requireRefused(t, r.tryStart(from), contract.FailTooManyOrders)
	}
}

func TestADeviceStartsAsManyOrdersAsTheSettingAllows(t *testing.T) {
	r := limitedStarts(t, "orderStartsByDevice", 2, trusting)
	device, again := bearer(r.device()), bearer(r.device()) // two sessions of one device
	for n, shown := range []header{device, again} {
		got := r.tryStart(shown, header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	}
	requireRefused(t, r.tryStart(device, header{"X-Forwarded-For": "198.51.100.7"}), contract.FailTooManyOrders)
	require.Equal(t, http.StatusCreated, r.tryStart(header{"X-Forwarded-For": "198.51.100.7"}).StatusCode)
}

func TestWithoutRedisOrdersAreStartedAllTheSame(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 1)
	r.redis.Close()
	for range 2 {
		require.Equal(t, http.StatusCreated, r.tryStart().StatusCode)
	}
}
