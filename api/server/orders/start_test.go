package orders_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	settingstore "selfcare/internal/store/setting"
)

// limitedStarts is a rig with a low limit of started orders.
func limitedStarts(t *testing.T, setting string, most int, changes ...func(*server.Options)) *servertest.Rig {
	t.Helper()
	r := servertest.New(t, changes...)
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{setting: []byte(fmt.Sprint(most))}))
	return r
}

func tryStart(r *servertest.Rig, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, append([]servertest.Header{servertest.FreshKey()}, headers...)...)
}

func TestStart_OneAddress_IsLimited(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 3, servertest.StandingAt(time.Date(2027, 3, 7, 11, 48, 0, 0, time.UTC)))
	key := servertest.WithKey(uuid.NewString())
	for range 5 { // one order, however often its request is repeated
		require.Equal(t, http.StatusCreated, tryStart(r, key).StatusCode)
	}
	for n := range 2 {
		got := tryStart(r, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	}
	before := len(r.Flow.SentUpdates())
	for n, language := range []string{texts.English, texts.Arabic} {
		forged := servertest.Header{"X-Forwarded-For": fmt.Sprintf("203.0.113.%d", n), "X-Real-Ip": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
		got := tryStart(r, forged, servertest.Header{"Accept-Language": language})
		problem := servertest.RequireRefused(t, got, contract.FailTooManyOrders)
		require.Contains(t, problem.Message, texts.Text(language, contract.FailTooManyOrders, nil)+" ")
		require.Contains(t, problem.Message, " 2:59 ", "when to come back: ten minutes and the one begun after 14:48 in Riyadh")
		require.Equal(t, "600", got.Header.Get("Retry-After"))
	}
	require.Len(t, r.Flow.SentUpdates(), before)
	r.Redis.FastForward(settingstore.Defaults().OrderStartsWindow)
	require.Equal(t, http.StatusCreated, tryStart(r).StatusCode)
}

func TestStart_TrustedProxy_LimitsEachAddress(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 1, servertest.TrustProxies)
	for n := range 3 {
		from := servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)}
		require.Equal(t, http.StatusCreated, tryStart(r, from).StatusCode)
		servertest.RequireRefused(t, tryStart(r, from), contract.FailTooManyOrders)
	}
}

func TestStart_OneDevice_IsLimited(t *testing.T) {
	r := limitedStarts(t, "orderStartsByDevice", 2, servertest.TrustProxies)
	device, again := servertest.Bearer(r.Device()), servertest.Bearer(r.Device()) // two sessions of one device
	for n, shown := range []servertest.Header{device, again} {
		got := tryStart(r, shown, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	}
	servertest.RequireRefused(t, tryStart(r, device, servertest.Header{"X-Forwarded-For": "198.51.100.7"}), contract.FailTooManyOrders)
	require.Equal(t, http.StatusCreated, tryStart(r, servertest.Header{"X-Forwarded-For": "198.51.100.7"}).StatusCode)
}

func TestStart_NoRedis_StartsOrders(t *testing.T) {
	r := limitedStarts(t, "orderStartsByAddress", 1)
	r.Redis.Close()
	for range 2 {
		require.Equal(t, http.StatusCreated, tryStart(r).StatusCode)
	}
}
