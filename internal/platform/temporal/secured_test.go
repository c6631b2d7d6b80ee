package temporal_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

const apiKey = "key-of-a-temporal-cloud"

// behind is a TLS proxy before a Temporal server, as a cloud has one.
func behind(t *testing.T, frontend string, demands func(*http.Request) (status, refusal string), config *tls.Config) *httptest.Server {
	t.Helper()
	clear := &http.Protocols{}
	clear.SetUnencryptedHTTP2(true)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: frontend})
	proxy.Transport = &http.Transport{Protocols: clear}
	proxy.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	front := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status, refusal := demands(r); status != "" {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", status)
			w.Header().Set("Grpc-Message", refusal)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	front.EnableHTTP2, front.TLS = true, config
	front.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	front.StartTLS()
	t.Cleanup(front.Close)
	return front
}

// The status codes of gRPC.
const (
	denied          = "7"
	unimplemented   = "12"
	unauthenticated = "16"
)

func nothing(*http.Request) (status, refusal string) { return "", "" }

// keyAndNamespace are a cloud's demands on each call for a namespace.
func keyAndNamespace(r *http.Request) (status, refusal string) {
	switch {
	case r.Header.Get("Authorization") != "Bearer "+apiKey:
		return unauthenticated, "no valid API key"
	case r.Header.Get("Temporal-Namespace") != namespace && !strings.HasSuffix(r.URL.Path, "/GetSystemInfo"):
		return denied, "no namespace"
	}
	return "", ""
}

func written(t *testing.T, name, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
	return path
}

// ours is a certificate of its own authority, with its key, as files and as the pool that the other side trusts.
func ours(t *testing.T) (certificate, key string, trusted *x509.CertPool) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "selfcare"}, NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, secret.Public(), secret)
	require.NoError(t, err)
	parsed, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	encoded, err := x509.MarshalECPrivateKey(secret)
	require.NoError(t, err)
	trusted = x509.NewCertPool()
	trusted.AddCert(parsed)
	return written(t, "cert.pem", "CERTIFICATE", der), written(t, "key.pem", "EC PRIVATE KEY", encoded), trusted
}

func dialled(t *testing.T, to config.Temporal) (client.Client, error) {
	t.Helper()
	keys, err := codec.ParseKeys(testKeys)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := temporal.Dial(ctx, temporal.Config{Temporal: to, Keys: keys}, slog.New(slog.DiscardHandler))
	if err == nil {
		t.Cleanup(c.Close)
	}
	return c, err
}

func greeting(_ workflow.Context, name string) (string, error) { return "hello " + name, nil }

// greets runs a workflow through a client and a worker of one connection.
func greets(t *testing.T, c client.Client) {
	t.Helper()
	w := worker.New(c, "greetings", worker.Options{})
	w.RegisterWorkflow(greeting)
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: "greetings"}, greeting, "Noura")
	require.NoError(t, err)
	var said string
	require.NoError(t, run.Get(ctx, &said))
	require.Equal(t, "hello Noura", said)
}

func TestDial_ClientCertificate_IsShown(t *testing.T) {
	certificate, key, trusted := ours(t)
	front := behind(t, frontend(t), nothing, &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: trusted})
	to := config.Temporal{Address: front.Listener.Addr().String(), Namespace: namespace, Secured: true}

	_, err := dialled(t, to)
	require.ErrorContains(t, err, "set TEMPORAL_TLS_SERVER_CA_CERT_PATH")
	to.TLS.CAFile = written(t, "authority.pem", "CERTIFICATE", front.Certificate().Raw)
	_, err = dialled(t, to)
	require.ErrorContains(t, err, "set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH")

	to.TLS.CertFile = certificate
	_, err = dialled(t, to)
	require.ErrorContains(t, err, "TLS for Temporal")
	to.TLS.KeyFile = key
	c, err := dialled(t, to)
	require.NoError(t, err)
	greets(t, c)
}

// losing is a TLS 1.3 server whose refusal is lost with the connection.
func losing(t *testing.T, identity *tls.Config, lose func(*net.TCPConn)) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	go func() {
		for {
			raw, err := listener.Accept()
			if err != nil {
				return
			}
			_ = tls.Server(raw, identity).Handshake()
			lose(raw.(*net.TCPConn))
		}
	}()
	return listener.Addr().String()
}

func TestDial_LostRefusal_NamesOurCertificate(t *testing.T) {
	front := behind(t, frontend(t), nothing, nil)
	for name, lose := range map[string]func(*net.TCPConn){
		"reset":  func(raw *net.TCPConn) { _ = errors.Join(raw.SetLinger(0), raw.Close()) },
		"closed": func(raw *net.TCPConn) { _ = raw.Close() },
		"ended":  func(raw *net.TCPConn) { _ = raw.CloseWrite() },
	} {
		t.Run(name, func(t *testing.T) {
			to := config.Temporal{Address: losing(t, front.TLS, lose), Namespace: namespace, TLS: config.TLS{
				CAFile: written(t, "authority.pem", "CERTIFICATE", front.Certificate().Raw), ServerName: "example.com",
			}}
			_, err := dialled(t, to)
			require.ErrorContains(t, err, "set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH")
		})
	}
}

func TestDial_Cloud_SendsKeyAndNamespace(t *testing.T) {
	front := behind(t, frontend(t), keyAndNamespace, nil)
	to := config.Temporal{Address: front.Listener.Addr().String(), Namespace: namespace, TLS: config.TLS{
		CAFile: written(t, "authority.pem", "CERTIFICATE", front.Certificate().Raw), ServerName: "example.com",
	}}
	for _, refused := range []string{"", "a-key-of-another-tenant"} {
		to.APIKey = refused
		_, err := dialled(t, to)
		require.ErrorContains(t, err, "check TEMPORAL_API_KEY")
		require.NotContains(t, err.Error(), "another-tenant")
	}
	to.APIKey = apiKey
	c, err := dialled(t, to)
	require.NoError(t, err)
	greets(t, c)
}

func TestDial_KeyWithoutTLS_IsRefused(t *testing.T) {
	plain := frontend(t)
	_, err := dialled(t, config.Temporal{Address: plain, Namespace: namespace, APIKey: apiKey})
	require.ErrorContains(t, err, "connect to Temporal at "+plain)
}

func TestDial_ServerWantsTLS_SaysSo(t *testing.T) {
	front := behind(t, frontend(t), nothing, nil)
	_, err := dialled(t, config.Temporal{Address: front.Listener.Addr().String(), Namespace: namespace})
	require.ErrorContains(t, err, "TEMPORAL_TLS=true")
}
