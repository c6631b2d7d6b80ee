package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/rollout"
)

func TestDoctor_CurrentBuild_NeedsPollers(t *testing.T) {
	queue := rollout.Queue{Name: "orders"}
	for name, tt := range map[string]struct {
		versions []rollout.Version
		want     string
		wrong    string
		later    bool
	}{
		"polls":              {versions: []rollout.Version{{BuildID: "new", State: rollout.Waiting}, {BuildID: "old", State: rollout.Current, Workers: 2}}, want: "2 of build old"},
		"its worker is gone": {versions: []rollout.Version{{BuildID: "old", State: rollout.Current, Missing: []rollout.Queue{queue}}}, wrong: "no worker of build old"},
		"before the first":   {wrong: "start a worker", later: true},
	} {
		t.Run(name, func(t *testing.T) {
			said, err := workersOf(tt.versions)
			require.Equal(t, tt.want, said)
			if tt.wrong == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.wrong)
			require.Equal(t, tt.later, isNotYet(err))
		})
	}
}

func TestDoctor_ClientCertificate_WarnsBeforeItsEnd(t *testing.T) {
	partner := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(partner.Close)
	for name, tt := range map[string]struct {
		left      time.Duration
		want      string
		isWarning bool
	}{
		"a year":       {left: 365 * 24 * time.Hour},
		"a day":        {24 * time.Hour, "ends on", true},
		"it has ended": {-time.Minute, "ended on", false},
	} {
		t.Run(name, func(t *testing.T) {
			var connection jsonhttp.Connection
			connection.ClientCertFile, connection.ClientKeyFile = issueCertificate(t, time.Now().Add(tt.left))
			_, err := lookAtAddress(t.Context(), partners.Address{Name: "courier", Variable: "COURIER_URL", URL: partner.URL, Connection: connection})
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
			require.Equal(t, tt.isWarning, errors.As(err, new(warningError)))
			var line strings.Builder
			require.NoError(t, writeLine(&line, "courier", "", err))
			require.Equal(t, tt.isWarning, strings.HasPrefix(line.String(), "WARNING"))
		})
	}
}

// issueCertificate returns the files of a certificate that ends at a moment, and of its key.
func issueCertificate(t *testing.T, ends time.Time) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: ends.Add(-time.Hour), NotAfter: ends}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	encoded, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	certFile, keyFile = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}), 0o600))
	require.NoError(t, os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encoded}), 0o600))
	return certFile, keyFile
}

func isNotYet(err error) bool { return errors.As(err, new(notYetError)) }

func TestDoctor_NoSupportStaff_IsWrong(t *testing.T) {
	db := testkit.Postgres(t)
	for _, role := range []string{"support", "operator"} {
		_, err := staffOf(t.Context(), db)
		require.ErrorContains(t, err, "Both are needed to resolve held work")
		require.ErrorContains(t, err, "selfcare staff add <e-mail> --role support")
		require.True(t, isNotYet(err))
		_, err = db.NewRaw("INSERT INTO users (email, password_hash, roles) VALUES (?, 'x', ARRAY[?])", role+"@selfcare.example", role).Exec(t.Context())
		require.NoError(t, err)
	}
	said, err := staffOf(t.Context(), db)
	require.NoError(t, err)
	require.Equal(t, "1 with role support, 1 with role operator", said)
	_, err = db.NewRaw("UPDATE users SET disabled_at = now() WHERE email = 'support@selfcare.example'").Exec(t.Context())
	require.NoError(t, err)
	_, err = staffOf(t.Context(), db)
	require.ErrorContains(t, err, "0 staff with role support, 1 with role operator", "a disabled member resolves nothing")
}

func TestDoctor_TraceCollector_IsAsked(t *testing.T) {
	var asked []string
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type"))
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(collector.Close)
	t.Cleanup(other.Close)
	look := func(endpoint string) (string, error) {
		return lookAtCollector(t.Context(), config.Config{Traces: config.Traces{Endpoint: endpoint}})
	}
	said, err := look("")
	require.NoError(t, err)
	require.Equal(t, "not set: nothing is traced", said)
	said, err = look(collector.URL + "/")
	require.NoError(t, err)
	require.Equal(t, collector.URL+"/ takes traces", said)
	require.Equal(t, []string{"POST /v1/traces application/x-protobuf"}, asked)
	_, err = look(other.URL)
	require.ErrorContains(t, err, "OTEL_EXPORTER_OTLP_ENDPOINT: failed to send to "+other.URL+"/v1/traces: 404")
	_, err = look("http://127.0.0.1:1")
	require.ErrorContains(t, err, "OTEL_EXPORTER_OTLP_ENDPOINT: nothing answers at 127.0.0.1:1")
	require.False(t, isNotYet(err))
}

func TestDoctor_LargePool_IsWrong(t *testing.T) {
	db := testkit.Postgres(t)
	said, err := poolOf(t.Context(), db, 10)
	require.NoError(t, err)
	require.Contains(t, said, "up to 10 connections per process")
	_, err = poolOf(t.Context(), db, 5000)
	require.ErrorContains(t, err, "raise max_connections to 5000 for each process")
}

func TestDoctor_WrongClock_IsReported(t *testing.T) {
	now := time.Now()
	require.Equal(t, 3*time.Second, skew(now.Add(3*time.Second+50*time.Millisecond), now, now.Add(100*time.Millisecond)))
	require.NoError(t, tooFar("the clock of the database", -time.Second, clocksApart))
	require.ErrorContains(t, tooFar("the clock of the database", -3*time.Second, clocksApart), "the clock of the database differs by -3s from the clock of this machine")
	for date, wrong := range map[string]string{
		"": "", "yesterday": "",
		now.UTC().Format(http.TimeFormat):                       "",
		now.Add(10 * time.Minute).UTC().Format(http.TimeFormat): "its clock differs by",
	} {
		err := clockOf(&http.Response{Header: http.Header{"Date": {date}}})
		if wrong == "" {
			require.NoError(t, err, date)
			continue
		}
		require.ErrorContains(t, err, wrong)
	}
}

func TestDoctor_PublicURL_IsCalled(t *testing.T) {
	alive := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/livez" {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	plain, secured := httptest.NewServer(alive), httptest.NewUnstartedServer(alive)
	secured.Config.ErrorLog = nil
	secured.StartTLS()
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	t.Cleanup(secured.Close)
	t.Cleanup(other.Close)
	said, err := lookAtPublicURL(t.Context(), config.Config{PublicURL: plain.URL + "/"})
	require.NoError(t, err)
	require.Contains(t, said, "reaches our API")
	_, err = lookAtPublicURL(t.Context(), config.Config{PublicURL: secured.URL})
	require.ErrorContains(t, err, "customers' browsers refuse its certificate")
	require.False(t, isNotYet(err))
	_, err = lookAtPublicURL(t.Context(), config.Config{PublicURL: other.URL})
	require.ErrorContains(t, err, "answers 404, not from our API")
	_, err = lookAtPublicURL(t.Context(), config.Config{PublicURL: "http://127.0.0.1:1"})
	require.True(t, isNotYet(err), "nothing is started yet")
}

func TestBeforeFirstStart_BareProxy_IsNotYet(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	t.Cleanup(proxy.Close)
	_, err := lookAtPublicURL(t.Context(), config.Config{PublicURL: proxy.URL})
	require.ErrorContains(t, err, "no API answers behind it")
	require.True(t, isNotYet(beforeFirstStart(err, func() error { return notYet("no build takes the work") })))
	require.False(t, isNotYet(beforeFirstStart(err, func() error { return nil })), "after the first start it is a fault")
}

func TestDoctor_FirstStart_IsNotYet(t *testing.T) {
	var out strings.Builder
	require.NoError(t, writeLine(&out, "workers", "", notYet("start one")))
	require.NoError(t, writeLine(&out, "database", "", errUnwell))
	require.Equal(t, "NOT YET\tworkers\tstart one\nWRONG\tdatabase\t"+errUnwell.Error()+"\n", out.String())
}

func TestDoctor_Clocks_AreCompared(t *testing.T) {
	_, err := lookAtClocks(t.Context(), config.Config{DatabaseURL: testkit.PostgresURL(t), RedisURL: "redis://127.0.0.1:1"})
	require.ErrorContains(t, err, "REDIS_URL: nothing answers")
}

func TestLookAtChat_Page_MustBeFrameable(t *testing.T) {
	said, err := lookAtChat(t.Context(), config.Config{})
	require.NoError(t, err)
	require.Equal(t, "not set: its page names the phone of support", said)
	chat := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		case "/alone":
			w.Header().Set("X-Frame-Options", "DENY")
		}
	}))
	t.Cleanup(chat.Close)
	said, err = lookAtChat(t.Context(), config.Config{ChatURL: chat.URL + "/chat"})
	require.NoError(t, err)
	require.Equal(t, chat.URL+"/chat answers", said)
	for path, want := range map[string]string{
		"/gone": "CHAT_URL: " + chat.URL + "/gone answers 404", "/alone": "may not be framed by our page (X-Frame-Options: DENY)",
	} {
		_, err = lookAtChat(t.Context(), config.Config{ChatURL: chat.URL + path})
		require.ErrorContains(t, err, want)
	}
	_, err = lookAtChat(t.Context(), config.Config{ChatURL: "http://127.0.0.1:1/chat"})
	require.ErrorContains(t, err, "CHAT_URL: nothing answers at 127.0.0.1:1")
}

func TestLookAtCaptcha_Provider_MustKnowOurSecret(t *testing.T) {
	said, err := lookAtCaptcha(t.Context(), config.Config{})
	require.NoError(t, err)
	require.Equal(t, "none is set: near a limit browsers do a proof of work", said)
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/gone.js":
			w.WriteHeader(http.StatusNotFound)
		case r.Method == http.MethodPost && r.FormValue("secret") != "s3cret":
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["invalid-input-secret"]}`))
		case r.Method == http.MethodPost:
			_, _ = w.Write([]byte(`{"success":false,"error-codes":["invalid-input-response"]}`))
		}
	}))
	t.Cleanup(provider.Close)
	own := config.Recaptcha{SiteKey: "6LeI", Secret: "s3cret", ScriptURL: provider.URL + "/api.js", VerifyURL: provider.URL + "/siteverify"}
	look := func(change func(*config.Recaptcha)) (string, error) {
		changed := own
		change(&changed)
		return lookAtCaptcha(t.Context(), config.Config{Recaptcha: changed})
	}
	said, err = look(func(*config.Recaptcha) {})
	require.NoError(t, err)
	require.Equal(t, own.VerifyURL+" knows our secret", said)
	for want, change := range map[string]func(*config.Recaptcha){
		"RECAPTCHA_SECRET: " + own.VerifyURL + " does not know it": func(r *config.Recaptcha) { r.Secret = "another" },
		"RECAPTCHA_SCRIPT_URL: " + provider.URL + "/gone.js":       func(r *config.Recaptcha) { r.ScriptURL = provider.URL + "/gone.js" },
		"RECAPTCHA_VERIFY_URL: nothing answers at 127.0.0.1:1":     func(r *config.Recaptcha) { r.VerifyURL = "http://127.0.0.1:1" },
		"RECAPTCHA_SCRIPT_URL: nothing answers at 127.0.0.1:1":     func(r *config.Recaptcha) { r.ScriptURL = "http://127.0.0.1:1" },
	} {
		_, err = look(change)
		require.ErrorContains(t, err, want)
	}
}
