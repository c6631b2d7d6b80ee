package network_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	networkacts "selfcare/activities/network"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

var toChange = contract.SIMOrder{Key: "o1", MSISDN: fixture.NumberA, Primary: fixture.CardOne, ICCID: fixture.CardTwo}

// simChanges are the changes of SIMs, with the network's state after each.
var simChanges = map[string]struct {
	do   func(*networkacts.Activities) func(context.Context, contract.SIMOrder) error
	done network.SIMs
	sent string
}{
	"suspend": {func(n *networkacts.Activities) func(context.Context, contract.SIMOrder) error { return n.SuspendLine }, network.SIMs{Status: network.LineSuspended, Primary: fixture.CardOne}, "suspend o1-suspend"},
	"swap":    {func(n *networkacts.Activities) func(context.Context, contract.SIMOrder) error { return n.SwapSIM }, network.SIMs{Status: network.LineActive, Primary: fixture.CardTwo}, "swap o1-swap"},
	"add":     {func(n *networkacts.Activities) func(context.Context, contract.SIMOrder) error { return n.AddSIM }, network.SIMs{Further: []string{fixture.CardTwo}}, "add o1-add"},
	"remove":  {func(n *networkacts.Activities) func(context.Context, contract.SIMOrder) error { return n.RemoveSIM }, network.SIMs{Primary: fixture.CardOne}, "remove o1-remove"},
	"primary": {func(n *networkacts.Activities) func(context.Context, contract.SIMOrder) error { return n.SwitchPrimary }, network.SIMs{Primary: fixture.CardTwo}, "primary o1-primary"},
}

// undone is a network in which no change had its effect.
var undone = network.SIMs{Status: network.LineInactive, Primary: "8996605000000000033", Further: []string{fixture.CardOne}}

func TestSIMChanges_Errors_AreSorted(t *testing.T) {
	for name, change := range simChanges {
		t.Run(name, func(t *testing.T) {
			net := &mobileNetwork{}
			do := change.do(networkacts.New(net))
			require.NoError(t, do(ctx, toChange))
			require.Equal(t, []string{change.sent}, net.changed)
			require.Empty(t, net.asked)

			net.simsErr, net.known = fixture.ErrRetry, change.done
			fixture.RequireRetry(t, do(ctx, toChange))
			require.Empty(t, net.asked, "only an unknown outcome is asked about")
			net.simsErr = fixture.RefusedWith("primary_mismatch")
			fixture.RequireRefusal(t, do(ctx, toChange), contract.FailNetworkRefused)
		})
	}
}

func TestSIMChanges_UnknownOutcome_AsksNetwork(t *testing.T) {
	for name, change := range simChanges {
		t.Run(name, func(t *testing.T) {
			net := &mobileNetwork{simsErr: fixture.ErrUnknown, known: change.done}
			do := change.do(networkacts.New(net))
			require.NoError(t, do(ctx, toChange))
			net.askErr = fixture.ErrRetry
			fixture.RequireRetry(t, do(ctx, toChange))
			net.askErr, net.known = nil, undone
			if name == "remove" {
				net.known.Further = []string{fixture.CardTwo}
			}
			fixture.RequireRetry(t, do(ctx, toChange))
		})
	}
}

// A worker that died had made the swap and the suspension before it; the suspension is repeated.
func TestSuspendLine_NewSIMHasLine_Done(t *testing.T) {
	net := &mobileNetwork{simsErr: fixture.RefusedWith("primary_mismatch"), known: network.SIMs{Status: network.LineActive, Primary: fixture.CardTwo}}
	require.NoError(t, networkacts.New(net).SuspendLine(ctx, toChange))

	unknown := toChange
	unknown.ICCID = ""
	fixture.RequireRefusal(t, networkacts.New(net).SuspendLine(ctx, unknown), contract.FailNetworkRefused)
	net.known.Primary = "8996605000000000033"
	fixture.RequireRefusal(t, networkacts.New(net).SuspendLine(ctx, toChange), contract.FailNetworkRefused)
	net.askErr = fixture.ErrRetry
	fixture.RequireRefusal(t, networkacts.New(net).SuspendLine(ctx, toChange), contract.FailNetworkRefused)
}

func TestRestoreSIM_EachEffect_IsUndone(t *testing.T) {
	tests := map[string]struct {
		net  mobileNetwork
		want []string
	}{
		"unknown to the network": {mobileNetwork{askErr: gateway.ErrNotFound}, nil},
		"suspended":              {mobileNetwork{known: network.SIMs{Status: network.LineSuspended, Primary: fixture.CardOne}}, []string{"resume o1-resume"}},
		"taken over":             {mobileNetwork{known: network.SIMs{Status: network.LineActive, Primary: fixture.CardTwo}}, []string{"swap o1-restore"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, networkacts.New(&tt.net).RestoreSIM(ctx, toChange))
			require.Equal(t, tt.want, tt.net.changed)
		})
	}
	unreachable := &mobileNetwork{askErr: fixture.ErrRetry}
	fixture.RequireRetry(t, networkacts.New(unreachable).RestoreSIM(ctx, toChange))
	require.Empty(t, unreachable.changed)
}
