package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/customer"
	"selfcare/dev/simulator"
	"selfcare/dev/simulator/person"
	"selfcare/internal/gateway/conformance"
	"selfcare/internal/platform/config"
)

// sandbox is the sandbox of each partner.
type sandbox struct {
	t         *testing.T
	url       string
	variables map[string]string
	given     conformance.Given
}

func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	simulated := simulator.Defaults()
	simulated.Log, simulated.SpeedOfTime = slog.New(slog.DiscardHandler), 0.001
	systems, err := simulator.New(simulated)
	require.NoError(t, err)
	server := httptest.NewServer(systems.Handler())
	letters, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = systems.ServeMail(context.WithoutCancel(t.Context()), letters) }() // it ends with its listener
	t.Cleanup(func() {
		systems.Release()
		server.Close()
		require.NoError(t, letters.Close())
		require.NoError(t, systems.Close())
	})
	s := &sandbox{t: t, url: server.URL, variables: map[string]string{
		"SELFCARE_ENV": config.Development, "DATABASE_URL": "postgres://127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1", "TEMPORAL_ADDRESS": "127.0.0.1:1",
		"SMTP_ADDRESS": letters.Addr().String(),
	}}
	for _, v := range config.Variables() {
		if path, there := strings.CutPrefix(v.Development, simulated.PublicURL); there {
			s.variables[v.Name] = server.URL + path
		}
	}
	cards := customer.Cards{Base: server.URL + "/payment/v1", PublishableKey: simulated.Keys.MoyasarPublishable, HTTP: server.Client()}
	token, err := cards.Token(t.Context(), customer.CardApproved)
	require.NoError(t, err)
	s.given = conformance.Given{
		Effects: true, CardToken: token, ReturnURL: "http://localhost/return", Mobile: "0551234567", Email: "test@selfcare.example",
		IDNumber: person.ID(1, 1), Abroad: "+919812345678", Parcel: true,
	}
	return s
}

func (s *sandbox) check(port string, in conformance.Given) (said string, err error) {
	s.t.Helper()
	var out bytes.Buffer
	err = app.CheckPartner(s.t.Context(), s.variables, &out, port, in)
	for _, secret := range config.SecretValues(s.variables) {
		require.NotContains(s.t, out.String(), secret)
		require.NotContains(s.t, out.String(), url.QueryEscape(secret))
	}
	return out.String(), err
}

func TestPartnerCheck_Simulators_HoldAll(t *testing.T) {
	s := newSandbox(t)
	for _, port := range conformance.Ports() {
		t.Run(port, func(t *testing.T) {
			said, err := s.check(port, s.given)
			require.NoError(t, err, said)
			require.Contains(t, said, "HOLDS")
			require.Contains(t, said, " 0 broken, 0 skipped")
		})
	}
}

func TestPartnerCheck_WithoutEffects_OnlyReads(t *testing.T) {
	s := newSandbox(t)
	for port, needs := range map[string]string{
		"payment": "--effects and --card-token", "sms": "--effects and --mobile", "email": "--effects and --email", "identity": "--effects and --id-number",
		"courier": "--effects and --parcel", "esim": "--effects",
	} {
		said, err := s.check(port, conformance.Given{})
		require.NoError(t, err, said)
		require.Contains(t, said, "SKIPPED")
		require.Contains(t, said, "needs "+needs)
	}
	said, err := s.check("topup", conformance.Given{Effects: true})
	require.NoError(t, err)
	require.Contains(t, said, "needs --abroad")
}

// Each check can fail: a partner that is away holds nothing that needs an answer.
func TestPartnerCheck_PartnerAway_IsBroken(t *testing.T) {
	s := newSandbox(t)
	for name := range s.variables {
		if strings.HasSuffix(name, "_URL") {
			s.variables[name] = strings.Replace(s.variables[name], s.url, "http://127.0.0.1:1", 1)
		}
	}
	s.variables["SMTP_ADDRESS"] = "127.0.0.1:1"
	for _, port := range conformance.Ports() {
		said, err := s.check(port, s.given)
		require.ErrorIs(t, err, app.ErrPartnerDiffers, said)
		for line := range strings.Lines(said) {
			require.False(t, strings.HasPrefix(line, "HOLDS") && !strings.Contains(line, "landline"), line)
		}
	}
	_, err := s.check("pigeon", s.given)
	require.ErrorIs(t, err, conformance.ErrUnknownPort)
}

func TestPartnerCheck_Transcript_ShowsCallsAndAnswers(t *testing.T) {
	s := newSandbox(t)
	said, err := s.check("esim", s.given)
	require.NoError(t, err)
	for _, part := range []string{"POST " + s.url + "/esim/gsma/rsp2/es2plus/cancelOrder", `sent     {"header"`, `answered 200 {"header"`} {
		require.Contains(t, said, part)
	}
}
