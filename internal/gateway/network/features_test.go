package network_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/network"
)

func TestSetFeature_Answers_AreSorted(t *testing.T) {
	f := network.Feature{Name: "number", Item: "966512345678", Value: "on"}
	for name, test := range map[string]struct {
		status int
		answer string
		want   error
	}{
		"set":              {200, `{"name":"number","item":"966512345678","value":"on"}`, nil},
		"another one":      {200, `{"name":"number","item":"966512345678","value":"off"}`, gateway.ErrUnknown},
		"not for the line": {422, `{"code":"feature_not_available"}`, gateway.ErrFinal},
		"server error":     {500, ``, gateway.ErrUnknown},
		"out of service":   {503, ``, gateway.ErrRetry},
	} {
		provisioning := gatewaytest.Start(t, test.status, test.answer)
		err := adapterTo(t, provisioning.URL).SetFeature(t.Context(), "k-1", line.MSISDN, f)
		require.ErrorIs(t, err, test.want, name)
		sent := provisioning.Latest()
		require.Equal(t, "PUT /v1/lines/0571234567/features", sent.Line)
		require.Equal(t, "k-1", sent.Header.Get("Idempotency-Key"))
		require.JSONEq(t, `{"name":"number","item":"966512345678","value":"on"}`, sent.Body)
		if err != nil {
			require.NotContains(t, err.Error(), f.Item)
		}
	}
}

func TestFeatures_Answer_IsTheNetworks(t *testing.T) {
	provisioning := gatewaytest.Start(t, 200, `{"features":[{"name":"language","item":"","value":"ur"}]}`)
	known, err := adapterTo(t, provisioning.URL).Features(t.Context(), line.MSISDN)
	require.NoError(t, err)
	require.Equal(t, []network.Feature{{Name: "language", Value: "ur"}}, known)
}
