package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
)

func TestPartners_SignEveryCallBackThatTheContractKnows(t *testing.T) {
	secrets := partners.Secrets(config.Config{})
	require.NotEmpty(t, secrets)
	for name := range secrets {
		require.True(t, gen.ReceiveWebhookParamsSystem(name).Valid(), "%s calls back, but api/openapi.yaml does not know it", name)
	}
}
