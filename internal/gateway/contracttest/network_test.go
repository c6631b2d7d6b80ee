package contracttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

const (
	iccidUnknown    = "8996657999999999113"
	iccidInUse      = "8996657999999999139"
	iccidLostAnswer = "8996657999999999147"
	iccidDown       = "8996657999999999154"
)

func newNetwork(t *testing.T, s stand) *network.HTTP {
	t.Helper()
	adapter, err := network.NewHTTP(network.Config{URL: s.url + "/network", APIKey: s.keys.Network}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func TestNetwork_Line_GoesOnAndOff(t *testing.T) {
	adapter := newNetwork(t, newStand(t))
	line := network.Line{MSISDN: "0571234567", ICCID: "8996657000000000015", PlanID: "plan-1"}
	_, err := adapter.Status(t.Context(), line.MSISDN)
	require.ErrorIs(t, err, gateway.ErrNotFound)
	for range 2 {
		require.NoError(t, adapter.Activate(t.Context(), "k-1", line))
	}
	status, err := adapter.Status(t.Context(), line.MSISDN)
	require.NoError(t, err)
	require.Equal(t, network.LineActive, status)
	for range 2 {
		require.NoError(t, adapter.Deactivate(t.Context(), "k-2", line.MSISDN))
	}
	status, err = adapter.Status(t.Context(), line.MSISDN)
	require.NoError(t, err)
	require.Equal(t, network.LineInactive, status)
}

func TestNetwork_NeverActive_DeactivateSucceeds(t *testing.T) {
	require.NoError(t, newNetwork(t, newStand(t)).Deactivate(t.Context(), "k-1", "0579999999"))
}

func TestNetwork_Refusals_AreSorted(t *testing.T) {
	s := newStand(t)
	adapter := newNetwork(t, s)
	activateIn := func(ctx context.Context, msisdn, iccid string) error {
		return adapter.Activate(ctx, "k-"+msisdn, network.Line{MSISDN: msisdn, ICCID: iccid, PlanID: "plan-1"})
	}
	activate := func(msisdn, iccid string) error { return activateIn(t.Context(), msisdn, iccid) }
	requireRefusal(t, "iccid_unknown", activate("0571111111", iccidUnknown))
	requireRefusal(t, "msisdn_in_use", activate("0572222222", iccidInUse))
	require.ErrorIs(t, activate("0573333333", iccidDown), gateway.ErrRetry)

	require.ErrorIs(t, activateIn(s.untilHeld(t, "network", "activate"), "0574444444", iccidLostAnswer), gateway.ErrUnknown)
	status, err := adapter.Status(t.Context(), "0574444444")
	require.NoError(t, err)
	require.Equal(t, network.LineActive, status)
	require.NoError(t, activate("0574444444", iccidLostAnswer))
}
