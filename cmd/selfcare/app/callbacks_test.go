package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
)

func TestPartners_EachCallBack_HasASecret(t *testing.T) {
	secrets := partners.Secrets(config.Config{})
	require.NotEmpty(t, secrets)
	contracted, err := gen.GetSpec()
	require.NoError(t, err)
	for name := range secrets {
		address := contracted.Paths.Value("/webhooks/" + name) // of a partner with another form of call-backs
		require.True(t, gen.ReceiveWebhookParamsSystem(name).Valid() || address != nil, "%s calls back, but api/openapi.yaml does not know it", name)
	}
}
