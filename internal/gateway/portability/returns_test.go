package portability_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/gatewaytest"
)

func TestGiveBack_Format_IsTheClearingHouses(t *testing.T) {
	house := gatewaytest.Start(t, 200, `{"status":"RETURNED"}`)
	adapter := adapterTo(t, house.URL)
	status, err := adapter.GiveBack(t.Context(), contract.NumberReturn{ID: "e1", MSISDN: "0541234567", Operator: "mobily"})
	require.NoError(t, err)
	require.Equal(t, contract.ReturnComplete, status)
	require.Equal(t, "PUT /v1/returns/e1", house.Latest().Line)
	require.JSONEq(t, `{"msisdn":"0541234567","from":"selfcare","rangeHolder":"mobily"}`, house.Latest().Body)
	_, err = adapter.ReturnStatus(t.Context(), "e1")
	require.NoError(t, err)
	require.Equal(t, "GET /v1/returns/e1", house.Latest().Line)

	_, err = adapterTo(t, gatewaytest.Start(t, 200, `{"status":"MELTED"}`).URL).ReturnStatus(t.Context(), "e1")
	require.Error(t, err)
}
