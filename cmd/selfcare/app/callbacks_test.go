package app

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
)

func TestPartners_EachCallBack_HasItsAddress(t *testing.T) {
	cfg, err := config.Parse(map[string]string{
		"SELFCARE_ENV": config.Development, "DATABASE_URL": "postgres://selfcare@localhost/selfcare",
		"REDIS_URL": "redis://localhost:6379", "TEMPORAL_ADDRESS": "localhost:7233",
	})
	require.NoError(t, err)
	secrets := partners.Secrets(cfg)
	receivers, err := partners.Receivers(cfg, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.NotEmpty(t, secrets)
	require.NotEmpty(t, receivers)
	contracted, err := gen.GetSpec()
	require.NoError(t, err)
	for name := range secrets {
		require.NotNil(t, contracted.Paths.Value("/webhooks/"+name+"/generic"), "%s calls back, but api/openapi.yaml does not know it", name)
	}
	for name := range receivers {
		port, _, _ := strings.Cut(name, "/")
		require.True(t, gen.ReceiveWebhookParamsPort(port).Valid(), "%s calls back, but api/openapi.yaml does not know its port", name)
	}
}
