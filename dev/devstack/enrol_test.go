package devstack

import (
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

func TestEnrol_FirstStart_GivesCertificates(t *testing.T) {
	systems, err := simulator.New(simulator.Defaults())
	require.NoError(t, err)
	server := httptest.NewServer(systems.Handler())
	t.Cleanup(func() { server.Close(); require.NoError(t, systems.Close()) })
	address, log := testkit.PostgresURL(t), slog.New(slog.DiscardHandler)
	cfg, err := config.Parse(map[string]string{
		"SELFCARE_ENV": config.Development, "DATABASE_URL": address, "REDIS_URL": "redis://127.0.0.1:1", "TEMPORAL_ADDRESS": "127.0.0.1:1",
		"ZATCA_URL": server.URL + "/zatca", "ZATCA_DEVICE": "a,b",
	})
	require.NoError(t, err)
	ring, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	require.NoError(t, err)
	devices := store.New(testkit.Connect(t, address), ring).EInvoiceDevices

	began := time.Now()
	require.NoError(t, Enrol(t.Context(), cfg, log))
	t.Logf("two devices in %s", time.Since(began))
	tokens := map[string]string{}
	for _, name := range []string{"a", "b"} {
		d, err := devices.Get(t.Context(), name)
		require.NoError(t, err)
		_, err = stamp.Open(d.Credentials.Key, d.Credentials.Token)
		require.NoError(t, err)
		tokens[name] = d.Credentials.Token
	}
	require.NotEqual(t, tokens["a"], tokens["b"])

	server.Close() // a later start calls the platform no more
	require.NoError(t, Enrol(t.Context(), cfg, log))
	d, err := devices.Get(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, tokens["a"], d.Credentials.Token)
}

func TestEnrol_RealPlatform_IsLeftAlone(t *testing.T) {
	for url, says := range map[string]string{"https://gw-fatoora.zatca.gov.sa/e-invoicing/simulation": "", "http://127.0.0.1:1/zatca": "DATABASE_URL"} {
		err := Enrol(t.Context(), config.Config{ZATCA: config.ZATCA{URL: url, Device: "a"}, DataKeys: "k1:c2VsZmNhcmUtZGV2ZWxvcG1lbnQtZGF0YS1rZXktMDE=", IndexKey: "c2VsZmNhcmUtZGV2ZWxvcG1lbnQtaW5kZXgta2V5LTE=", DatabaseURL: "postgres://127.0.0.1:1/x"}, slog.New(slog.DiscardHandler))
		if says == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, says)
	}
	require.ErrorContains(t, Enrol(t.Context(), config.Config{Environment: config.Production}, slog.New(slog.DiscardHandler)), "refused in production")
}
