package network_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/network"
)

var place = network.Place{MSISDN: "0571234567", ICCID: "8996612000000000021", Primary: "8996612000000000013"}

func TestAddFurther_SIM_IsForOutgoingUse(t *testing.T) {
	provisioning := gatewaytest.Start(t, 200, `{"msisdn":"0571234567","iccid":"8996612000000000013","status":"active","further":["8996612000000000021"]}`)
	require.NoError(t, adapterTo(t, provisioning.URL).AddFurther(t.Context(), "k-1", place))
	sent := provisioning.Latest()
	require.Equal(t, "PUT /v1/lines/0571234567/sims/8996612000000000021", sent.Line)
	require.JSONEq(t, `{"role":"further","primary":"8996612000000000013"}`, sent.Body)

	asPrimary := gatewaytest.Start(t, 200, `{"msisdn":"0571234567","iccid":"8996612000000000021","status":"active"}`)
	err := adapterTo(t, asPrimary.URL).AddFurther(t.Context(), "k-1", place)
	require.ErrorIs(t, err, gateway.ErrUnknown, "a SIM that came out with all services is not what was asked for")
}

func TestMakePrimary_SIM_SwapsServices(t *testing.T) {
	provisioning := gatewaytest.Start(t, 200, `{"msisdn":"0571234567","iccid":"8996612000000000021","status":"active","further":["8996612000000000013"]}`)
	require.NoError(t, adapterTo(t, provisioning.URL).MakePrimary(t.Context(), "k-1", place))
	require.JSONEq(t, `{"role":"primary","primary":"8996612000000000013","keep":true}`, provisioning.Latest().Body)

	asFurther := gatewaytest.Start(t, 200, `{"msisdn":"0571234567","iccid":"8996612000000000013","status":"active","further":["8996612000000000021"]}`)
	require.ErrorIs(t, adapterTo(t, asFurther.URL).MakePrimary(t.Context(), "k-1", place), gateway.ErrUnknown)
}
