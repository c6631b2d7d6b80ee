package activities_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/network"
)

var toActivate = contract.LineOrder{Key: "activate-o1", MSISDN: numberA, ICCID: cardOne, PlanID: "hawakom-90"}

func TestActivateLine_PassesTheKeyOn(t *testing.T) {
	net := &mobileNetwork{}
	require.NoError(t, activities.NewNetwork(net).ActivateLine(ctx, toActivate))
	require.Equal(t, map[string]network.Line{"activate-o1": {MSISDN: numberA, ICCID: cardOne, PlanID: "hawakom-90"}}, net.activated)
	require.Empty(t, net.asked)
}

func TestActivateLine_AfterAnUnknownOutcomeTheLinesStateDecides(t *testing.T) {
	net := &mobileNetwork{activateErr: errUnknown, status: network.LineActive}
	require.NoError(t, activities.NewNetwork(net).ActivateLine(ctx, toActivate))
	require.Equal(t, []string{numberA}, net.asked)
	for name, net := range map[string]*mobileNetwork{
		"inactive":  {activateErr: errUnknown, status: network.LineInactive},
		"no answer": {activateErr: errUnknown, status: network.LineActive, statusErr: errRetry},
	} {
		err := activities.NewNetwork(net).ActivateLine(ctx, toActivate)
		requireRetry(t, err)
		require.ErrorContains(t, err, "activate line: ", name)
	}
}

func TestActivateLine_SortsTheErrors(t *testing.T) {
	net := &mobileNetwork{activateErr: errRetry, status: network.LineActive}
	requireRetry(t, activities.NewNetwork(net).ActivateLine(ctx, toActivate))
	net.activateErr = refusedWith("msisdn_in_use")
	requireRefusal(t, activities.NewNetwork(net).ActivateLine(ctx, toActivate), contract.FailNetworkRefused)
	require.Empty(t, net.asked, "only an unknown outcome is asked about")
}

func TestDeactivateLine_SortsTheErrors(t *testing.T) {
	net := &mobileNetwork{}
	deactivate := func() error { return activities.NewNetwork(net).DeactivateLine(ctx, toActivate) }
	require.NoError(t, deactivate())
	require.Equal(t, map[string]string{"activate-o1": numberA}, net.deactivated)
	for _, again := range []error{errRetry, errUnknown} {
		net.deactivateErr = again
		requireRetry(t, deactivate())
	}
	net.deactivateErr = refusedWith("iccid_unknown")
	requireRefusal(t, deactivate(), contract.FailNetworkRefused)
}
