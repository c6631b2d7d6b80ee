package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
)

func TestPartners_EachCallBack_HasItsAddress(t *testing.T) {
	secrets, receivers := partners.Secrets(config.Config{}), partners.Receivers(config.Config{})
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
