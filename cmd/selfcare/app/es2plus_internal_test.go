package app

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/authority"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/shutdown"
)

// newES2Plus is the address for reports, with the authority that signs for the SM-DP+.
func newES2Plus(t *testing.T) (config.ES2Plus, *authority.Authority) {
	t.Helper()
	signer, err := authority.New(t.TempDir())
	require.NoError(t, err)
	ours, err := signer.Issue("selfcare")
	require.NoError(t, err)
	return config.ES2Plus{Listen: "127.0.0.1:0", CertFile: ours.CertFile, KeyFile: ours.KeyFile, ClientCAFile: signer.File}, signer
}

// serveES2Plus answers each caller whose certificate is accepted with 204, and returns the address.
func serveES2Plus(t *testing.T, cfg config.ES2Plus) string {
	t.Helper()
	secured, err := es2plusTLS(cfg)
	require.NoError(t, err)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", cfg.Listen)
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	p := &parts{cfg: config.Config{}, log: slog.New(slog.DiscardHandler), stopping: shutdown.Sequence{}}
	build := func(*health.Readiness) (*fiber.App, error) {
		app := fiber.New()
		app.Post("/", func(c fiber.Ctx) error { return c.SendStatus(http.StatusNoContent) })
		return app, nil
	}
	require.NoError(t, p.open(t.Context(), listenAddress{"ES2PLUS_LISTEN", address, overHTTP(build), secured}, health.New(), make(chan error, 1)))
	t.Cleanup(func() { require.NoError(t, p.stopping.Run(context.Background())) }) // t.Context ends before a cleanup
	return address
}

func postBy(t *testing.T, secured *tls.Config, address string) (status int, err error) {
	t.Helper()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{TLSClientConfig: secured, DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+address, http.NoBody)
	require.NoError(t, err)
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	require.NoError(t, err)
	return response.StatusCode, response.Body.Close()
}

func TestES2Plus_Caller_NeedsCertificateOfAuthority(t *testing.T) {
	cfg, signer := newES2Plus(t)
	address := serveES2Plus(t, cfg)
	theirs, err := signer.Issue("smdp")
	require.NoError(t, err)
	known, err := signer.TLS(theirs)
	require.NoError(t, err)
	status, err := postBy(t, known, address)
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, status)

	anonymous := known.Clone()
	anonymous.Certificates = nil
	_, err = postBy(t, anonymous, address)
	require.ErrorContains(t, err, "certificate required")

	other, err := authority.New(t.TempDir())
	require.NoError(t, err)
	stranger, err := other.Issue("smdp")
	require.NoError(t, err)
	pair, err := tls.LoadX509KeyPair(stranger.CertFile, stranger.KeyFile)
	require.NoError(t, err)
	forged := known.Clone()
	forged.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
	_, err = postBy(t, forged, address)
	require.Error(t, err)

	expired, err := signer.IssueFor("expired", -time.Minute)
	require.NoError(t, err)
	old, err := signer.TLS(expired)
	require.NoError(t, err)
	_, err = postBy(t, old, address)
	require.Error(t, err)
}

func TestES2Plus_Files_AreExamined(t *testing.T) {
	cfg, signer := newES2Plus(t)
	said, err := lookAtES2Plus(cfg, time.Now())
	require.NoError(t, err)
	require.Contains(t, said, "demands a client certificate")
	_, err = lookAtES2Plus(cfg, time.Now().AddDate(0, 0, 360))
	require.ErrorAs(t, err, &warningError{})
	require.ErrorContains(t, err, "renew it")
	_, err = lookAtES2Plus(cfg, time.Now().AddDate(1, 0, 1))
	require.ErrorContains(t, err, "the SM-DP+ reports nothing")
	_, err = lookAtES2Plus(config.ES2Plus{}, time.Now())
	require.ErrorAs(t, err, &warningError{})
	said, err = lookAtES2Plus(config.ES2Plus{Listen: ":1"}, time.Now())
	require.NoError(t, err)
	require.Contains(t, said, "plain HTTP")

	require.NoError(t, os.WriteFile(signer.File, []byte("no certificate"), 0o600))
	_, err = lookAtES2Plus(cfg, time.Now())
	require.ErrorContains(t, err, "ES2PLUS_CLIENT_CA_FILE: "+signer.File+" holds no certificate")
	cfg.ClientCAFile = "missing.pem"
	_, err = lookAtES2Plus(cfg, time.Now())
	require.ErrorContains(t, err, "ES2PLUS_CLIENT_CA_FILE")
	cfg.KeyFile = "missing.pem"
	_, err = lookAtES2Plus(cfg, time.Now())
	require.ErrorContains(t, err, "ES2PLUS_CERT_FILE")
}
