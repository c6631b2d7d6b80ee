package contracttest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

const (
	oldICCID   = "8996657000000000015"
	newICCID   = "8996657000000000023"
	thirdICCID = "8996657000000000031"
	lineNumber = "0571234567"
)

func simsOf(t *testing.T, adapter *network.HTTP) network.SIMs {
	t.Helper()
	sims, err := adapter.SIMs(t.Context(), lineNumber)
	require.NoError(t, err)
	return sims
}

func TestNetwork_SuspendedLine_SIMIsSwapped(t *testing.T) {
	adapter := newNetwork(t, newStand(t))
	for range 2 {
		require.NoError(t, adapter.Suspend(t.Context(), "k-1", lineNumber, oldICCID))
	}
	require.Equal(t, network.SIMs{Status: network.LineSuspended, Primary: oldICCID}, simsOf(t, adapter))
	for range 2 {
		require.NoError(t, adapter.Swap(t.Context(), "k-2", network.Place{MSISDN: lineNumber, ICCID: newICCID, Primary: oldICCID}))
	}
	require.Equal(t, network.SIMs{Status: network.LineActive, Primary: newICCID}, simsOf(t, adapter))
	requireRefusal(t, "primary_mismatch", adapter.Suspend(t.Context(), "k-3", lineNumber, oldICCID))
}

func TestNetwork_SuspendedLine_Resumed(t *testing.T) {
	adapter := newNetwork(t, newStand(t))
	require.NoError(t, adapter.Resume(t.Context(), "k-0", lineNumber, oldICCID), "one that never was suspended")
	require.NoError(t, adapter.Suspend(t.Context(), "k-1", lineNumber, oldICCID))
	for range 2 {
		require.NoError(t, adapter.Resume(t.Context(), "k-2", lineNumber, oldICCID))
	}
	require.Equal(t, network.SIMs{Status: network.LineActive, Primary: oldICCID}, simsOf(t, adapter))
}

func TestNetwork_ExtraSIMs_AreKept(t *testing.T) {
	adapter := newNetwork(t, newStand(t))
	further := network.Place{MSISDN: lineNumber, ICCID: newICCID, Primary: oldICCID}
	for range 2 {
		require.NoError(t, adapter.AddFurther(t.Context(), "k-1", further))
	}
	require.Equal(t, []string{newICCID}, simsOf(t, adapter).Further)
	for range 2 {
		require.NoError(t, adapter.MakePrimary(t.Context(), "k-2", further))
	}
	require.Equal(t, network.SIMs{Status: network.LineActive, Primary: newICCID, Further: []string{oldICCID}}, simsOf(t, adapter))
	requireRefusal(t, "primary_mismatch", adapter.MakePrimary(t.Context(), "k-3", network.Place{MSISDN: lineNumber, ICCID: thirdICCID, Primary: oldICCID}))
	for range 2 {
		require.NoError(t, adapter.RemoveFurther(t.Context(), "k-4", network.Place{MSISDN: lineNumber, ICCID: oldICCID, Primary: newICCID}))
	}
	require.Empty(t, simsOf(t, adapter).Further)
	require.NoError(t, adapter.AddFurther(t.Context(), "k-5", network.Place{MSISDN: "0577654321", ICCID: oldICCID, Primary: thirdICCID}), "the SIM is free again")
	requireRefusal(t, "iccid_in_use", adapter.AddFurther(t.Context(), "k-6", network.Place{MSISDN: "0577654321", ICCID: newICCID, Primary: thirdICCID}))
	requireRefusal(t, "iccid_unknown", adapter.AddFurther(t.Context(), "k-7", network.Place{MSISDN: lineNumber, ICCID: "8996657000000000016", Primary: newICCID}))
}

func TestNetwork_LostAnswer_IsUnknown(t *testing.T) {
	s := newStand(t)
	adapter := newNetwork(t, s)
	s.script(t, "network", "place-sim", "timeout-after-commit")
	place := network.Place{MSISDN: lineNumber, ICCID: newICCID, Primary: oldICCID}
	require.ErrorIs(t, adapter.Swap(s.untilHeld(t, "network", "place-sim"), "k-1", place), gateway.ErrUnknown)
	require.Equal(t, newICCID, simsOf(t, adapter).Primary)
	require.NoError(t, adapter.Swap(t.Context(), "k-1", place))
}

func TestNetwork_Features_AreSetAndListed(t *testing.T) {
	adapter := newNetwork(t, newStand(t))
	const msisdn = "0571234567"
	roaming := network.Feature{Name: "service", Item: "roaming", Value: "off"}
	blocked := network.Feature{Name: "number", Item: "966512345678", Value: "on"}
	for range 2 {
		require.NoError(t, adapter.SetFeature(t.Context(), "k-1", msisdn, roaming))
		require.NoError(t, adapter.SetFeature(t.Context(), "k-2", msisdn, blocked))
	}
	known, err := adapter.Features(t.Context(), msisdn)
	require.NoError(t, err)
	require.ElementsMatch(t, []network.Feature{roaming, blocked}, known)

	requireRefusal(t, "feature_not_available", adapter.SetFeature(t.Context(), "k-3", msisdn, network.Feature{Name: "number", Item: "966512344041", Value: "on"}))
	lost := network.Feature{Name: "number", Item: "966512344042", Value: "on"}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	require.ErrorIs(t, adapter.SetFeature(ctx, "k-4", msisdn, lost), gateway.ErrUnknown)
	known, err = adapter.Features(t.Context(), msisdn)
	require.NoError(t, err)
	require.Contains(t, known, lost, "it did it all the same")

	require.NoError(t, adapter.Deactivate(t.Context(), "k-5", msisdn))
	known, err = adapter.Features(t.Context(), msisdn)
	require.NoError(t, err)
	require.Empty(t, known, "the next customer of the number starts anew")
}
