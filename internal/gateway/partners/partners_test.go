package partners_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/engine"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/gateway/scan"
	"selfcare/internal/platform/config"
)

// development is the configuration of a machine with all partners simulated, with changes.
func development(t *testing.T, changes map[string]string) config.Config {
	t.Helper()
	variables := map[string]string{
		"SELFCARE_ENV": config.Development, "DATABASE_URL": "postgres://selfcare@localhost/selfcare",
		"REDIS_URL": "redis://localhost:6379", "TEMPORAL_ADDRESS": "localhost:7233",
		"SOCIAL_APPLE_ISSUER": "https://apple.example/", "SOCIAL_FACEBOOK_ISSUER": "https://facebook.example",
	}
	for name, value := range changes {
		variables[name] = value
	}
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	return cfg
}

func TestOpen_Config_OpensEveryPartner(t *testing.T) {
	all, err := partners.Open(development(t, nil), nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	ways := reflect.ValueOf(all)
	called := 0
	for _, p := range partners.All {
		if p.Name != "sadad" { // it calls us
			called++
		}
	}
	require.Equal(t, called, ways.NumField())
	for i := range ways.NumField() {
		require.False(t, ways.Field(i).IsNil(), ways.Type().Field(i).Name)
	}
}

func TestOpen_NoScannerAddress_HasNoScanner(t *testing.T) {
	cfg := development(t, nil)
	cfg.Scan.URL = ""
	all, err := partners.Open(cfg, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Equal(t, scan.Off{}, all.Scan)
	for _, p := range partners.All {
		if p.Name == "scan" {
			require.Empty(t, p.Addresses(cfg))
			require.NotEmpty(t, p.Addresses(development(t, nil)))
		}
	}
}

func TestOpen_NoPost_AnswersNoQuestion(t *testing.T) {
	cfg := development(t, nil)
	cfg.NationalAddress.URL = ""
	all, err := partners.Open(cfg, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Equal(t, nationaladdress.Off{}, all.NationalAddress)
}

func TestOpen_WrongConfig_NamesPartner(t *testing.T) {
	cfg := development(t, nil)
	cfg.Courier.URL = "courier"
	_, err := partners.Open(cfg, nil, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "courier")
}

type heard struct {
	mu    sync.Mutex
	calls []string
}

func (*heard) CallDone(_, _, _ string, _ time.Duration) {}
func (*heard) CircuitChanged(_, _ string)               {}
func (h *heard) CountCall(_ context.Context, system string, answered bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, fmt.Sprint(system, " ", answered))
}

// The refusal of an unknown id is an answer; the partner's silence is none.
func TestProbe_CustomersPartner_CountsOneCall(t *testing.T) {
	const unknown = `{"code":"not_found","errors":[{"code":1008004,"message":"Transaction not found"}]}`
	system := gatewaytest.Start(t, http.StatusNotFound, unknown)
	probed := []string{"payment", "identity", "registry", "topup", "social"}
	changes := map[string]string{"PAYMENT_PROVIDER": config.Generic, "SOCIAL_GOOGLE_ISSUER": system.URL, "SOCIAL_APPLE_ISSUER": "", "SOCIAL_FACEBOOK_ISSUER": ""}
	for _, name := range probed[:4] {
		changes[strings.ToUpper(name)+"_URL"] = system.URL
	}
	var figures heard
	all, err := partners.Open(development(t, changes), &figures, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	for _, name := range probed {
		system.Answer(http.StatusNotFound, unknown)
		require.True(t, partners.Probe(t.Context(), &all, name))
		system.Answer(http.StatusServiceUnavailable, "")
		require.True(t, partners.Probe(t.Context(), &all, name))
		require.Equal(t, []string{name + " true", name + " false"}, figures.calls)
		figures.calls = nil
	}
	require.False(t, partners.Probe(t.Context(), &all, "courier"), "work that waits calls it every minute")
	require.Empty(t, figures.calls)
}

// The answers of one provider must not end the outage of another one.
func TestProbe_OneProviderAway_SocialIsAway(t *testing.T) {
	answering := gatewaytest.Start(t, http.StatusOK, `{}`)
	away := gatewaytest.Start(t, http.StatusServiceUnavailable, "")
	var figures heard
	all, err := partners.Open(development(t, map[string]string{
		"SOCIAL_GOOGLE_ISSUER": answering.URL, "SOCIAL_APPLE_ISSUER": answering.URL, "SOCIAL_FACEBOOK_ISSUER": answering.URL, "SOCIAL_FACEBOOK_TOKEN_URL": away.URL,
	}), &figures, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.True(t, partners.Probe(t.Context(), &all, "social"))
	away.Answer(http.StatusBadRequest, `{"error":"no code"}`)
	require.True(t, partners.Probe(t.Context(), &all, "social"))
	require.Equal(t, []string{"social false", "social true"}, figures.calls)
}

func TestSecrets_EachSigner_HasOne(t *testing.T) {
	generic := development(t, map[string]string{"COURIER_PROVIDER": config.Generic, "PAYMENT_PROVIDER": config.Generic}) // the others prove themselves in another way: their own tests
	secrets := partners.Secrets(generic)
	receivers, err := partners.Receivers(generic, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	for _, v := range config.Variables() {
		if prefix, is := strings.CutSuffix(v.Name, "_WEBHOOK_SECRET"); is {
			name := strings.ToLower(prefix)
			if name == config.PaymentByMoyasar {
				continue // its secret is in the body: TestReceivers_Moyasar_ReadsTheBody
			}
			if receiver, reads := receivers[name+"/generic"]; reads {
				_, err := receiver.Receive(t.Context(), signedBy(v.Development))
				require.ErrorIs(t, err, callback.ErrUnreadable, "%s proves the sender", v.Name)
				_, err = receiver.Receive(t.Context(), signedBy("another secret"))
				require.ErrorIs(t, err, callback.ErrForged, v.Name)
				continue
			}
			if slices.ContainsFunc(slices.Collect(maps.Keys(receivers)), func(address string) bool { return strings.HasSuffix(address, "/"+name) }) {
				continue // the tests of the adapter forge its call-backs
			}
			require.Equal(t, v.Development, secrets[name], v.Name)
		}
	}
}

func TestReceivers_Moyasar_ReadsTheBody(t *testing.T) {
	receivers, err := partners.Receivers(development(t, nil), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.NotContains(t, receivers, "payment/generic", "an adapter that is not chosen reads nothing")
	said := func(secret, account string) callback.Request {
		return callback.Request{Body: []byte(fmt.Sprintf(`{"id":"hook-0001","type":"payment_paid","created_at":"2026-11-30T08:00:00Z","live":false,`+
			`"secret_token":%q,"account_name":%q,"data":{"id":"1"}}`, secret, account))}
	}
	events, err := receivers["payment/moyasar"].Receive(t.Context(), said("sim-moyasar-webhook-secret", "Selfcare"))
	require.NoError(t, err)
	require.Len(t, events, 1)
	_, err = receivers["payment/moyasar"].Receive(t.Context(), said("sim-payment-webhook-secret", "Selfcare"))
	require.ErrorIs(t, err, callback.ErrForged)
	_, err = receivers["payment/moyasar"].Receive(t.Context(), said("sim-moyasar-webhook-secret", "Another shop"))
	require.ErrorIs(t, err, callback.ErrForged)
}

// signedBy returns a call-back without a content.
func signedBy(secret string) callback.Request {
	now := time.Now()
	return callback.Request{Body: []byte("{"), At: now, Header: func(string) string { return engine.Sign(secret, now, []byte("{")) }}
}

func TestAddresses_Config_ListsAll(t *testing.T) {
	named := map[string]string{}
	others := development(t, map[string]string{"EMAIL_PROVIDER": config.Generic, "SMS_PROVIDER": config.Generic, "PAYMENT_PROVIDER": config.Generic})
	for _, place := range append(partners.Addresses(development(t, nil)), partners.Addresses(others)...) {
		named[place.Variable] = place.URL
	}
	require.Equal(t, "smtp://localhost:8025", named["SMTP_ADDRESS"])
	delete(named, "SMTP_ADDRESS")
	require.Equal(t, "https://apple.example/.well-known/openid-configuration", named["SOCIAL_APPLE_ISSUER"])
	delete(named, "SOCIAL_APPLE_ISSUER")
	delete(named, "SOCIAL_FACEBOOK_ISSUER")
	simulated := map[string]string{}
	for _, v := range config.Variables() {
		if strings.HasPrefix(v.Development, "http://localhost:8090/") {
			simulated[v.Name] = v.Development
		}
	}
	for _, page := range []string{"CHAT_URL", "COURIER_TRACKING_URL", "IDENTITY_APP_IOS", "IDENTITY_APP_ANDROID"} { // browsers open them: we never call them
		delete(simulated, page)
	}
	require.Equal(t, simulated, named, "a partner's address in the configuration without a row here, or the other way round")
}
