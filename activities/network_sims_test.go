package activities_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

var toChange = contract.SIMOrder{Key: "o1", MSISDN: numberA, Primary: cardOne, ICCID: cardTwo}

// simChanges are the changes of SIMs, with what the network knows once they had their effect.
var simChanges = map[string]struct {
	do   func(*activities.Network) func(context.Context, contract.SIMOrder) error
	done network.SIMs
	sent string
}{
	"suspend": {func(n *activities.Network) func(context.Context, contract.SIMOrder) error { return n.SuspendLine }, network.SIMs{Status: network.LineSuspended, Primary: cardOne}, "suspend o1-suspend"},
	"swap":    {func(n *activities.Network) func(context.Context, contract.SIMOrder) error { return n.SwapSIM }, network.SIMs{Status: network.LineActive, Primary: cardTwo}, "swap o1-swap"},
	"add":     {func(n *activities.Network) func(context.Context, contract.SIMOrder) error { return n.AddSIM }, network.SIMs{Further: []string{cardTwo}}, "add o1-add"},
	"remove":  {func(n *activities.Network) func(context.Context, contract.SIMOrder) error { return n.RemoveSIM }, network.SIMs{Primary: cardOne}, "remove o1-remove"},
	"primary": {func(n *activities.Network) func(context.Context, contract.SIMOrder) error { return n.SwitchPrimary }, network.SIMs{Primary: cardTwo}, "primary o1-primary"},
}

// undone is a network in which no change had its effect.
var undone = network.SIMs{Status: network.LineInactive, Primary: "8996605000000000033", Further: []string{cardOne}}

func TestSIMChanges_SetAStateAndSortTheErrors(t *testing.T) {
	for name, change := range simChanges {
		t.Run(name, func(t *testing.T) {
			net := &mobileNetwork{}
			do := change.do(activities.NewNetwork(net))
			require.NoError(t, do(ctx, toChange))
			require.Equal(t, []string{change.sent}, net.changed)
			require.Empty(t, net.asked)

			net.simsErr, net.known = errRetry, change.done
			requireRetry(t, do(ctx, toChange))
			require.Empty(t, net.asked, "only an unknown outcome is asked about")
			net.simsErr = refusedWith("primary_mismatch")
			requireRefusal(t, do(ctx, toChange), contract.FailNetworkRefused)
		})
	}
}

func TestSIMChanges_AfterAnUnknownOutcomeTheNetworkIsAsked(t *testing.T) {
	for name, change := range simChanges {
		t.Run(name, func(t *testing.T) {
			net := &mobileNetwork{simsErr: errUnknown, known: change.done}
			do := change.do(activities.NewNetwork(net))
			require.NoError(t, do(ctx, toChange))
			net.askErr = errRetry
			requireRetry(t, do(ctx, toChange))
			net.askErr, net.known = nil, undone
			if name == "remove" {
				net.known.Further = []string{cardTwo}
			}
			requireRetry(t, do(ctx, toChange))
		})
	}
}

func TestRestoreSIM_UndoesWhateverHadItsEffect(t *testing.T) {
	tests := map[string]struct {
		net  mobileNetwork
		want []string
	}{
		"nothing was heard of it": {mobileNetwork{askErr: gateway.ErrNotFound}, nil},
		"suspended":               {mobileNetwork{known: network.SIMs{Status: network.LineSuspended, Primary: cardOne}}, []string{"resume o1-resume"}},
		"taken over":              {mobileNetwork{known: network.SIMs{Status: network.LineActive, Primary: cardTwo}}, []string{"swap o1-restore"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, activities.NewNetwork(&tt.net).RestoreSIM(ctx, toChange))
			require.Equal(t, tt.want, tt.net.changed)
		})
	}
	unreachable := &mobileNetwork{askErr: errRetry}
	requireRetry(t, activities.NewNetwork(unreachable).RestoreSIM(ctx, toChange))
	require.Empty(t, unreachable.changed)
}
