package app_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"log/slog"
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

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/simulator"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/einvoice"
	"selfcare/internal/store/seal"
)

const deviceName = "selfcare-development"

// taxOffice is an operator's terminal, with the simulated platform behind it.
type taxOffice struct {
	t     *testing.T
	cfg   config.Config
	store *store.Store
	url   string
	otp   int
	calls []string
	// instead may answer a call, or end it after next has served it.
	instead func(w http.ResponseWriter, r *http.Request, next http.Handler) bool
}

func newTaxOffice(t *testing.T) *taxOffice {
	t.Helper()
	simulated := simulator.Defaults()
	simulated.Log = slog.New(slog.DiscardHandler)
	systems, err := simulator.New(simulated)
	require.NoError(t, err)
	o := &taxOffice{t: t}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/zatca") {
			o.calls = append(o.calls, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/zatca"))
		}
		if o.instead == nil || !o.instead(w, r, systems.Handler()) {
			systems.Handler().ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { server.Close(); require.NoError(t, systems.Close()) })
	o.url = server.URL
	variables := pointing(unanswered)
	variables["DATABASE_URL"], variables["ZATCA_URL"] = testkit.PostgresURL(t), server.URL+"/zatca"
	o.cfg, err = config.Parse(variables)
	require.NoError(t, err)
	ring, err := seal.Parse(o.cfg.DataKeys, o.cfg.IndexKey)
	require.NoError(t, err)
	o.store = store.New(testkit.Connect(t, variables["DATABASE_URL"]), ring)
	return o
}

// script sets the outcome of the next call of an operation.
func (o *taxOffice) script(operation, outcome string) {
	o.t.Helper()
	body := fmt.Sprintf(`{"operation":%q,"outcome":%q}`, operation, outcome)
	response, err := (&http.Client{Timeout: time.Minute}).Post(o.url+"/control/zatca/scenarios", "application/json", strings.NewReader(body)) //nolint:noctx // a test's own server
	require.NoError(o.t, err)
	require.NoError(o.t, response.Body.Close())
	require.Less(o.t, response.StatusCode, 300)
}

func (o *taxOffice) do(do func(context.Context, app.ZATCA) error) (said string, err error) {
	var out bytes.Buffer
	err = app.WithZATCA(o.t.Context(), o.cfg, slog.New(slog.DiscardHandler), &out, "", func(z app.ZATCA) error { return do(o.t.Context(), z) })
	return out.String(), err
}

// newOTP is a password that was not used before.
func (o *taxOffice) newOTP() string {
	o.otp++
	return fmt.Sprintf("%06d", o.otp)
}

func fields() csr.Request {
	return csr.Request{Environment: csr.Simulation, Branch: "Riyadh", Serial: "1-Selfcare|2-1|3-a", Flags: "1100", Address: "RRRD2929", Category: "Telecommunications"}
}

func (o *taxOffice) request(r csr.Request, again bool) (string, error) {
	return o.do(func(ctx context.Context, z app.ZATCA) error { return z.Request(ctx, r, again) })
}

func (o *taxOffice) onboard(otp string) (string, error) {
	return o.do(func(ctx context.Context, z app.ZATCA) error { return z.Onboard(ctx, otp) })
}

func (o *taxOffice) renew(otp string) (string, error) {
	return o.do(func(ctx context.Context, z app.ZATCA) error { return z.Renew(ctx, otp) })
}

func (o *taxOffice) device() einvoice.Device {
	o.t.Helper()
	d, err := o.store.EInvoiceDevices.Get(o.t.Context(), deviceName)
	require.NoError(o.t, err)
	return d
}

// onboarded is an office whose device has a certificate.
func onboarded(t *testing.T) *taxOffice {
	t.Helper()
	o := newTaxOffice(t)
	_, err := o.request(fields(), false)
	require.NoError(t, err)
	_, err = o.onboard(o.newOTP())
	require.NoError(t, err)
	o.calls = nil
	return o
}

// requireUsable requires a certificate that stamps with its key.
func (o *taxOffice) requireUsable() {
	o.t.Helper()
	d := o.device()
	require.Nil(o.t, d.Enrolment)
	opened, err := stamp.Open(d.Credentials.Key, d.Credentials.Token)
	require.NoError(o.t, err)
	require.True(o.t, opened.Certificate().ValidAt(time.Now()))
	require.True(o.t, opened.Certificate().Until().Equal(d.Credentials.ExpiresAt))
	require.NotEmpty(o.t, d.Credentials.Secret)
}

func TestZATCA_Onboarding_GivesCertificate(t *testing.T) {
	o := newTaxOffice(t)
	first, err := o.request(fields(), false)
	require.NoError(t, err)
	require.Contains(t, first, "-----BEGIN CERTIFICATE REQUEST-----")
	again, err := o.request(fields(), false)
	require.NoError(t, err)
	require.Equal(t, first, again, "a repeated command")

	said, err := o.onboard(o.newOTP())
	require.NoError(t, err)
	for _, line := range []string{"a certificate for checks (request 1000000000001)", "standard-invoice has passed", "simplified-debit-note has passed", "stamps its next invoice with its new certificate"} {
		require.Contains(t, said, line)
	}
	check := "POST /compliance/invoices"
	require.Equal(t, []string{"POST /compliance", check, check, check, check, check, check, "POST /production/csids"}, o.calls)
	o.requireUsable()
	require.Equal(t, csr.Simulation, o.device().Credentials.Request.Environment)
	require.Equal(t, "300000000000003", o.device().Credentials.Request.VATNumber, "the seller's")
}

// The platform is reached as the worker reaches it, with the certificate authority of ZATCA_CA_FILE.
func TestZATCA_PrivateAuthority_IsTrusted(t *testing.T) {
	o := newTaxOffice(t)
	inside, err := url.Parse(o.url)
	require.NoError(t, err)
	front := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(inside))
	t.Cleanup(front.Close)
	o.cfg.ZATCA.URL = front.URL + "/zatca"
	_, err = o.request(fields(), false)
	require.NoError(t, err)
	_, err = o.onboard(o.newOTP())
	require.ErrorContains(t, err, "certificate")

	o.cfg.ZATCA.CAFile = filepath.Join(t.TempDir(), "ca.pem")
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw})
	require.NoError(t, os.WriteFile(o.cfg.ZATCA.CAFile, authority, 0o600))
	_, err = o.onboard(o.newOTP())
	require.NoError(t, err)
	o.requireUsable()
}

func TestZATCA_Flags_ChooseChecks(t *testing.T) {
	for flags, checks := range map[csr.Flags]int{"1000": 3, "0100": 3, "1100": 6} {
		t.Run(string(flags), func(t *testing.T) {
			o, r := newTaxOffice(t), fields()
			r.Flags = flags
			_, err := o.request(r, false)
			require.NoError(t, err)
			_, err = o.onboard(o.newOTP())
			require.NoError(t, err)
			require.Len(t, o.calls, checks+2)
		})
	}
}

// The answer of each call is lost once, as if this process had died before it could store the answer.
func TestZATCA_LostAnswers_GoesOn(t *testing.T) {
	o := newTaxOffice(t)
	_, err := o.request(fields(), false)
	require.NoError(t, err)
	key := o.device().Enrolment.Key
	lost := false // the last answer
	o.instead = func(_ http.ResponseWriter, r *http.Request, next http.Handler) bool {
		if lost = !lost; lost {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		return false
	}
	for range 8 {
		_, err = o.onboard(o.newOTP())
		require.ErrorContains(t, err, "repeat the command")
		require.Equal(t, key, o.device().Enrolment.Key)
	}
	_, err = o.onboard(o.newOTP())
	require.NoError(t, err)
	require.Len(t, o.calls, 16)
	o.requireUsable()
	require.Equal(t, key, o.device().Credentials.Key)
}

func TestZATCA_BadAnswers_LoseNothing(t *testing.T) {
	tests := map[string]struct {
		outcome, says string
	}{
		"a refused password":      {"otp-refused", "new one of the portal"},
		"not compliant":           {"not-compliant", "not_compliant: Invalid-CSR-Policy"},
		"another key":             {"other-key", "belongs to another key"},
		"another environment":     {"other-environment", "of another environment (ZATCA-Code-Signing instead of PREZATCA-Code-Signing)"},
		"out of service":          {"error", "repeat the command"},
		"an answer that was cut":  {"broken-json", "check ZATCA_URL and any proxy"},
		"an answer without place": {"html", "check ZATCA_URL and any proxy"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := onboarded(t)
			_, err := o.request(fields(), false)
			require.NoError(t, err)
			present, pending := o.device().Credentials, o.device().Enrolment
			for operation, run := range map[string]func() (string, error){
				"renew": func() (string, error) { return o.renew(o.newOTP()) }, "compliance": func() (string, error) { return o.onboard(o.newOTP()) },
			} {
				if tt.outcome == "html" {
					o.instead = html
				} else {
					o.script(operation, tt.outcome)
				}
				_, err := run()
				require.ErrorContains(t, err, tt.says)
				o.instead = nil
				require.Equal(t, present, o.device().Credentials)
				require.Equal(t, pending, o.device().Enrolment)
			}
			_, err = o.renew(o.newOTP())
			require.NoError(t, err)
			o.requireUsable()
		})
	}
}

func html(w http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
	w.Header().Set("Content-Type", "text/html")
	_, _ = w.Write([]byte("<html><body>Sign in</body></html>"))
	return true
}

func TestZATCA_ProductionRefused_KeepsChecks(t *testing.T) {
	for name, says := range map[string]string{"other-key": "belongs to another key", "other-environment": "another environment", "not-compliant": "not_compliant"} {
		t.Run(name, func(t *testing.T) {
			o := newTaxOffice(t)
			_, err := o.request(fields(), false)
			require.NoError(t, err)
			o.script("production", name)
			_, err = o.onboard(o.newOTP())
			require.ErrorContains(t, err, says)
			require.Nil(t, o.device().Credentials)
			require.Len(t, o.device().Enrolment.Passed, 6)
			o.calls = nil
			_, err = o.onboard("") // needs no password any more
			require.NoError(t, err)
			require.Equal(t, []string{"POST /production/csids"}, o.calls)
			o.requireUsable()
		})
	}
}

func TestZATCA_RejectedCheck_IsNamed(t *testing.T) {
	o := newTaxOffice(t)
	_, err := o.request(fields(), false)
	require.NoError(t, err)
	o.script("check", "rejected")
	_, err = o.onboard(o.newOTP())
	require.ErrorContains(t, err, "check document standard-invoice")
	require.ErrorContains(t, err, "BR-KSA-98")
	_, err = o.onboard("")
	require.NoError(t, err)
	o.requireUsable()
}

func TestZATCA_BadInput_IsRefused(t *testing.T) {
	o := newTaxOffice(t)
	tests := map[string]struct {
		change func(*csr.Request)
		says   string
	}{
		"VAT number":             {func(r *csr.Request) { r.VATNumber = "12" }, "15 digits"},
		"another VAT number":     {func(r *csr.Request) { r.VATNumber = "310000000000003" }, "invoices name the VAT number 300000000000003"},
		"flags":                  {func(r *csr.Request) { r.Flags = "0000" }, "flags"},
		"serial":                 {func(r *csr.Request) { r.Serial = "a" }, "serial number"},
		"no environment":         {func(r *csr.Request) { r.Environment = "" }, "environment"},
		"an unknown environment": {func(r *csr.Request) { r.Environment = "live" }, "environment"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := fields()
			tt.change(&r)
			_, err := o.request(r, false)
			require.ErrorContains(t, err, tt.says)
		})
	}
	_, err := o.onboard(o.newOTP())
	require.ErrorContains(t, err, "has no request yet: selfcare zatca csr")
	_, err = o.renew(o.newOTP())
	require.ErrorContains(t, err, "no certificate to renew")
	_, err = o.request(fields(), false)
	require.NoError(t, err)
	for otp, says := range map[string]string{"": "needs a one-time password", "12345": "six digits", "abcdef": "six digits", "1234567": "six digits"} {
		_, err = o.onboard(otp)
		require.ErrorContains(t, err, says)
	}
	require.Empty(t, o.calls, "the platform was never called")
}

func TestZATCA_OtherFields_NeedAgain(t *testing.T) {
	o := newTaxOffice(t)
	_, err := o.request(fields(), false)
	require.NoError(t, err)
	key, other := o.device().Enrolment.Key, fields()
	other.Branch = "Jeddah"
	_, err = o.request(other, false)
	require.ErrorContains(t, err, "--again")
	require.Equal(t, key, o.device().Enrolment.Key)
	_, err = o.request(other, true)
	require.NoError(t, err)
	require.NotEqual(t, key, o.device().Enrolment.Key)
	require.Equal(t, "Jeddah", o.device().Enrolment.Request.Branch)
}

func TestZATCA_AddressOfOtherEnvironment_IsRefused(t *testing.T) {
	o := newTaxOffice(t)
	address := o.cfg.ZATCA.URL
	o.cfg.ZATCA.URL = address + "/core"
	_, err := o.request(fields(), false)
	require.ErrorContains(t, err, "ZATCA_URL is the platform of the environment production, the request is for simulation")
	o.cfg.ZATCA.URL = address
	_, err = o.request(fields(), false)
	require.NoError(t, err)
	o.cfg.ZATCA.URL = address + "/core"
	_, err = o.onboard(o.newOTP())
	require.ErrorContains(t, err, "environment production")
	require.Empty(t, o.calls)
}

func TestZATCA_Renewal_HasNewKey(t *testing.T) {
	o := onboarded(t)
	before := o.device().Credentials
	_, err := o.onboard(o.newOTP())
	require.ErrorContains(t, err, "selfcare zatca renew")
	o.instead = func(_ http.ResponseWriter, r *http.Request, next http.Handler) bool { // dies before it can store the answer
		next.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	}
	_, err = o.renew(o.newOTP())
	require.ErrorContains(t, err, "may be used up")
	require.Equal(t, before, o.device().Credentials, "the present certificate stamps on")
	key := o.device().Enrolment.Key
	o.instead = nil
	_, err = o.renew(o.newOTP())
	require.NoError(t, err)
	o.requireUsable()
	require.Equal(t, key, o.device().Credentials.Key, "the key whose certificate was lost")
	require.NotEqual(t, before.Key, key)
	require.Equal(t, []string{"PATCH /production/csids", "PATCH /production/csids"}, o.calls)
}

func TestZATCA_SeveralDevices_MustBeNamed(t *testing.T) {
	o := newTaxOffice(t)
	o.cfg.ZATCA.Device = "a, b"
	_, err := o.request(fields(), false)
	require.ErrorContains(t, err, "choose one with --device (a, b)")
	err = app.WithZATCA(t.Context(), o.cfg, slog.New(slog.DiscardHandler), &bytes.Buffer{}, "c", func(app.ZATCA) error { return nil })
	require.ErrorContains(t, err, "does not name the device c")
}
