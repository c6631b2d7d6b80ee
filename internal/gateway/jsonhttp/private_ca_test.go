package jsonhttp_test

import (
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway/jsonhttp"
)

// partnerAddress makes a process of the test call a partner, and do nothing else.
const partnerAddress = "TEST_PARTNER_ADDRESS"

// The test starts a second process, because Go reads the system's certificates once.
func TestPartner_PrivateCA_IsTrusted(t *testing.T) {
	if address := os.Getenv(partnerAddress); address != "" {
		partner, err := jsonhttp.New(jsonhttp.Config{System: "courier", URL: address}, nil, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		require.NoError(t, partner.Do(t.Context(), jsonhttp.Call{Method: http.MethodGet, Path: "/"}))
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("SSL_CERT_FILE is for Unix systems but macOS")
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) }))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.StartTLS()
	t.Cleanup(server.Close)
	authority := filepath.Join(t.TempDir(), "authority.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	require.NoError(t, os.WriteFile(authority, text, 0o600))

	said, err := callPartner(t, server.URL)
	require.Error(t, err, "a certificate that no known authority has signed is refused")
	require.Contains(t, said, "certificate signed by unknown authority")
	said, err = callPartner(t, server.URL, "SSL_CERT_FILE="+authority)
	require.NoError(t, err, said)
}

// callPartner runs this test again as a process that calls a partner.
func callPartner(t *testing.T, address string, more ...string) (said string, err error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	command.Env = append([]string{partnerAddress + "=" + address, "HOME=" + t.TempDir()}, more...)
	out, err := command.CombinedOutput()
	return string(out), err
}
