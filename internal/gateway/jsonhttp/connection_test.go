package jsonhttp_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/jsonhttp"
)

// authority is a private certificate authority.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "private authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(raw)
	require.NoError(t, err)
	return authority{t, cert, key, writePEM(t, "CERTIFICATE", raw)}
}

// issue returns the files of a certificate, for both sides of a connection.
func (a authority) issue(ends time.Time) (certFile, keyFile string) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(a.t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "selfcare"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: ends, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	require.NoError(a.t, err)
	encoded, err := x509.MarshalECPrivateKey(key)
	require.NoError(a.t, err)
	return writePEM(a.t, "CERTIFICATE", raw), writePEM(a.t, "EC PRIVATE KEY", encoded)
}

func writePEM(t *testing.T, kind string, raw []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}), 0o600))
	return file
}

// serveBy starts a server with a certificate of the authority. It demands a client certificate of it, if asked to.
func (a authority) serveBy(demands tls.ClientAuthType) string {
	a.t.Helper()
	certFile, keyFile := a.issue(time.Now().Add(time.Hour))
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	require.NoError(a.t, err)
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	server := httptest.NewUnstartedServer(reply(http.StatusOK, `{"id":"1"}`))
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}, ClientAuth: demands, ClientCAs: pool}
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.StartTLS()
	a.t.Cleanup(server.Close)
	return server.URL
}

func TestConnection_PrivateAuthority_IsTrusted(t *testing.T) {
	private := newAuthority(t)
	address := private.serveBy(tls.NoClientCert)
	client, _ := newClient(t, jsonhttp.Config{URL: address})
	require.ErrorContains(t, post(t.Context(), client, true), "unknown authority")
	client, _ = newClient(t, jsonhttp.Config{URL: address, Connection: jsonhttp.Connection{CAFile: private.file}})
	require.NoError(t, post(t.Context(), client, true))
	client, _ = newClient(t, jsonhttp.Config{URL: address, Connection: jsonhttp.Connection{CAFile: newAuthority(t).file}})
	require.ErrorContains(t, post(t.Context(), client, true), "unknown authority", "no other authority is trusted")
}

func TestConnection_ClientCertificate_IsShown(t *testing.T) {
	private := newAuthority(t)
	address := private.serveBy(tls.RequireAndVerifyClientCert)
	client, _ := newClient(t, jsonhttp.Config{URL: address, Connection: jsonhttp.Connection{CAFile: private.file}})
	require.ErrorContains(t, post(t.Context(), client, true), "certificate required")

	ends := time.Now().Add(24 * time.Hour).Truncate(time.Second)
	connection := jsonhttp.Connection{CAFile: private.file}
	connection.ClientCertFile, connection.ClientKeyFile = newAuthority(t).issue(ends)
	client, _ = newClient(t, jsonhttp.Config{URL: address, Connection: connection})
	require.Error(t, post(t.Context(), client, true), "a certificate of another authority is refused")

	renewedCert, renewedKey := private.issue(ends)
	require.NoError(t, os.Rename(renewedCert, connection.ClientCertFile))
	require.NoError(t, os.Rename(renewedKey, connection.ClientKeyFile))
	require.NoError(t, post(t.Context(), client, true), "a renewed certificate needs no restart")
	found, err := connection.CertificateEnds()
	require.NoError(t, err)
	require.True(t, ends.Equal(found))
}

func TestConnection_Proxy_IsUsed(t *testing.T) {
	asked := make(chan *http.Request, 1)
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- r
		_, _ = w.Write([]byte(`{"id":"1"}`))
	})
	through, err := url.Parse(proxy)
	require.NoError(t, err)
	through.User = url.UserPassword("selfcare", "secret")
	client, _ := newClient(t, jsonhttp.Config{URL: "http://partner.invalid", Connection: jsonhttp.Connection{ProxyURL: through.String()}})
	require.NoError(t, post(t.Context(), client, true), "only the proxy knows the partner's name")
	said := <-asked
	require.Equal(t, "partner.invalid", said.URL.Host)
	require.Equal(t, "Basic c2VsZmNhcmU6c2VjcmV0", said.Header.Get("Proxy-Authorization"))
}

func TestConnection_BadSettings_AreRefused(t *testing.T) {
	certFile, keyFile := newAuthority(t).issue(time.Now().Add(time.Hour))
	for want, connection := range map[string]jsonhttp.Connection{
		"needed together":         {ClientCertFile: certFile},
		"read client certificate": {ClientCertFile: certFile, ClientKeyFile: filepath.Join(t.TempDir(), "none.pem")},
		"read authorities":        {CAFile: filepath.Join(t.TempDir(), "none.pem")},
		"holds no certificate":    {CAFile: keyFile},
		"proxy is not a URL":      {ProxyURL: "http://selfcare:secret@host\x7f"},
	} {
		_, err := jsonhttp.New(jsonhttp.Config{System: "test", URL: "https://partner.example", Connection: connection}, nil, slog.New(slog.DiscardHandler))
		require.ErrorContains(t, err, "connection of test")
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "secret")
	}
}

func TestDo_Redirect_NamesItsAddress(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "https://moved.example/lines/"+personal)
		w.WriteHeader(http.StatusMovedPermanently)
	})})
	err := post(t.Context(), client, true)
	requireSorted(t, gateway.ErrUnknown, "", err)
	require.ErrorContains(t, err, "status 301 leads to https://moved.example, which is not followed")
}
