package network_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/network"
)

var line = network.Line{MSISDN: "0571234567", ICCID: "8996612000000000013", PlanID: "plan-1"}

func adapterTo(t *testing.T, url string) *network.HTTP {
	t.Helper()
	adapter, err := network.NewHTTP(network.Config{URL: url, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestActivate_Format_IsTheNetworks(t *testing.T) {
	provisioning := gatewaytest.Start(t, 200, `{"msisdn":"0571234567","iccid":"8996612000000000013","status":"active"}`)
	adapter := adapterTo(t, provisioning.URL)
	require.NoError(t, adapter.Activate(t.Context(), "k-1", line))
	require.NoError(t, adapter.Activate(t.Context(), "k-1", line))

	sent := provisioning.Latest()
	require.Equal(t, "PUT /v1/lines/0571234567", sent.Line)
	require.Equal(t, "key", sent.Header.Get("X-Api-Key"))
	require.Equal(t, "k-1", sent.Header.Get("Idempotency-Key"))
	require.JSONEq(t, `{"iccid":"8996612000000000013","planId":"plan-1"}`, sent.Body)
}

func TestActivate_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"unknown card":       {422, `{"code":"iccid_unknown"}`, gateway.ErrFinal},
		"number in use":      {409, `{"code":"msisdn_in_use"}`, gateway.ErrFinal},
		"still inactive":     {200, `{"msisdn":"0571234567","iccid":"8996612000000000013","status":"inactive"}`, gateway.ErrUnknown},
		"with another card":  {200, `{"msisdn":"0571234567","iccid":"8996612000000000021","status":"active"}`, gateway.ErrUnknown},
		"broken JSON":        {200, `{"msisdn":`, gateway.ErrUnknown},
		"server error":       {500, ``, gateway.ErrUnknown},
		"out of service":     {503, ``, gateway.ErrRetry},
		"too many at a time": {429, `{"code":"slow_down"}`, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Activate(t.Context(), "k-1", line)
			require.ErrorIs(t, err, tt.wantErr)
			require.NotContains(t, err.Error(), line.MSISDN)
			require.NotContains(t, err.Error(), line.ICCID)
		})
	}
}

func TestDeactivate_Request_HasNoBody(t *testing.T) {
	provisioning := gatewaytest.Start(t, 204, "")
	require.NoError(t, adapterTo(t, provisioning.URL).Deactivate(t.Context(), "k-2", line.MSISDN))
	require.Equal(t, "DELETE /v1/lines/0571234567", provisioning.Latest().Line)
	require.Equal(t, "k-2", provisioning.Latest().Header.Get("Idempotency-Key"))
}

func TestStatus_EachState_IsKnown(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		want    network.LineStatus
		wantErr error
	}{
		"active":       {200, `{"status":"active"}`, network.LineActive, nil},
		"inactive":     {200, `{"status":"inactive"}`, network.LineInactive, nil},
		"unknown line": {404, `{"code":"not_found"}`, "", gateway.ErrNotFound},
		"a new state":  {200, `{"status":"dreaming"}`, "", gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Status(t.Context(), line.MSISDN)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}
