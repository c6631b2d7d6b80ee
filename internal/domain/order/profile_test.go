package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestWithProfile_OlderState_KeepsStage(t *testing.T) {
	const preparing, dispatched, delivered, held = contract.StagePreparing, contract.StageDispatched, contract.StageDelivered, contract.StageHeld
	tests := map[string]struct {
		stage contract.Stage
		state contract.ProfileState
		want  contract.Stage
	}{
		"the code is out":             {preparing, contract.ProfileReleased, dispatched},
		"downloaded":                  {dispatched, contract.ProfileDownloaded, delivered},
		"installed, download missed":  {dispatched, contract.ProfileInstalled, delivered},
		"another code after the last": {delivered, contract.ProfileReleased, delivered},
		"a fault before the download": {dispatched, contract.ProfileError, dispatched},
		"a fault after the download":  {delivered, contract.ProfileError, delivered},
		"cancelled":                   {dispatched, contract.ProfileCancelled, dispatched},
		"while it is undone":          {contract.StageCancelling, contract.ProfileDownloaded, contract.StageCancelling},
	}
	promised := time.Now()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := contract.Order{Stage: tt.stage, Profile: &contract.Profile{PromisedBy: promised}}
			moved := order.WithProfile(o, contract.Profile{State: tt.state})
			require.Equal(t, tt.want, moved.Stage)
			require.Equal(t, promised, moved.Profile.PromisedBy)

			o.Stage, o.Held = held, &contract.Held{From: tt.stage}
			moved = order.WithProfile(o, contract.Profile{State: tt.state})
			require.Equal(t, held, moved.Stage, "support decides first")
			require.Equal(t, tt.want, moved.Held.From)
		})
	}
}

func TestPromised_HeldOrder_StaysHeld(t *testing.T) {
	by := time.Now()
	o := order.Promised(contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StagePlaced}}, by)
	require.Equal(t, contract.StageHeld, o.Stage)
	require.Equal(t, contract.StagePreparing, o.Held.From)
	require.Equal(t, contract.StagePreparing, order.Promised(contract.Order{Stage: contract.StagePlaced}, by).Stage)
}

func TestValidateReissue_Cases(t *testing.T) {
	with := func(stage contract.Stage, state contract.ProfileState, issued int, fault contract.Code) contract.Order {
		return contract.Order{Stage: stage, Profile: &contract.Profile{State: state, Issued: issued, ErrorCode: fault}}
	}
	const out, down = contract.ProfileReleased, contract.ProfileError
	other := contract.ReissueRequest{Device: &contract.Device{Model: "google-pixel-10"}}
	tests := map[string]struct {
		order contract.Order
		in    contract.ReissueRequest
		want  contract.Code
	}{
		"after a fault":                 {with(contract.StageDispatched, down, 1, contract.FailProfileNoMemory), contract.ReissueRequest{}, ""},
		"without a notice":              {with(contract.StageDispatched, out, 1, ""), contract.ReissueRequest{}, ""},
		"downloaded and lost":           {with(contract.StageDelivered, contract.ProfileDownloaded, 2, ""), contract.ReissueRequest{}, ""},
		"the last one was the third":    {with(contract.StageDispatched, down, 3, ""), contract.ReissueRequest{}, contract.FailReissueLimit},
		"before the first profile":      {with(contract.StagePreparing, contract.ProfileOrdered, 0, ""), contract.ReissueRequest{}, contract.FailProfileNotReady},
		"no eSIM at all":                {contract.Order{Stage: contract.StageDispatched}, contract.ReissueRequest{}, contract.FailProfileNotReady},
		"installed":                     {with(contract.StageDelivered, contract.ProfileInstalled, 1, ""), contract.ReissueRequest{}, contract.FailProfileInstalled},
		"the order is over":             {with(contract.StageActive, contract.ProfileInstalled, 1, ""), contract.ReissueRequest{}, contract.FailOrderClosed},
		"the order is being undone":     {with(contract.StageCancelling, out, 1, ""), contract.ReissueRequest{}, contract.FailProfileNotReady},
		"support is at it":              {with(contract.StageHeld, out, 1, ""), contract.ReissueRequest{}, contract.FailProfileNotReady},
		"a phone that can't, once more": {with(contract.StageDispatched, down, 1, contract.FailDeviceUnsupported), contract.ReissueRequest{}, contract.FailDeviceUnsupported},
		"a phone that can't, another":   {with(contract.StageDispatched, down, 1, contract.FailDeviceUnsupported), other, ""},
		"an unnamed other phone":        {with(contract.StageDispatched, down, 1, ""), contract.ReissueRequest{Device: &contract.Device{}}, contract.FailDeviceRequired},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := order.ValidateReissue(tt.order, tt.in, 2)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.want), err)
		})
	}
	require.Equal(t, 2, order.ReissuesLeft(contract.Order{}, 2))
	require.Equal(t, 1, order.ReissuesLeft(with(contract.StageDispatched, out, 2, ""), 2))
}

func TestValidateInstallation_UsedCode_IsRefused(t *testing.T) {
	for state, want := range map[contract.ProfileState]error{
		contract.ProfileReleased: nil, contract.ProfileOrdered: contract.Refuse(contract.FailProfileNotReady),
		contract.ProfileError: contract.Refuse(contract.FailProfileNotReady), contract.ProfileCancelled: contract.Refuse(contract.FailProfileNotReady),
		contract.ProfileDownloaded: contract.Refuse(contract.FailProfileInstalled), contract.ProfileInstalled: contract.Refuse(contract.FailProfileInstalled),
	} {
		require.Equal(t, want, order.ValidateInstallation(contract.Order{
			Stage: contract.StageDispatched, Contact: &contract.Contact{}, Profile: &contract.Profile{State: state},
		}), state)
	}
	require.Error(t, order.ValidateInstallation(contract.Order{Stage: contract.StageDispatched}))
	require.Equal(t, contract.Refuse(contract.FailOrderClosed), order.ValidateInstallation(contract.Order{Stage: contract.StageCancelled}))
}

func TestPartnerMayRefuse_CodeReleased_IsTrue(t *testing.T) {
	for state, want := range map[contract.ProfileState]bool{
		contract.ProfileOrdered: false, contract.ProfileReleased: true, contract.ProfileError: true, contract.ProfileCancelled: false,
	} {
		o := contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberNew, Profile: &contract.Profile{State: state}}
		require.Equal(t, want, order.PartnerMayRefuse(o, contract.WorkCancelProfile, false), state)
		o.NumberSource = contract.NumberPortIn
		require.False(t, order.PartnerMayRefuse(o, contract.WorkCancelProfile, false), "there the number moving is the point of no return")
	}
	require.False(t, order.PartnerMayRefuse(contract.Order{}, contract.WorkCancelProfile, false))
}

func TestDisagreements_ESIMOrder(t *testing.T) {
	o := contract.Order{
		Kind: contract.KindESIM, NumberSource: contract.NumberNew, Stage: contract.StageActive, Price: &contract.Price{Total: 100},
	}
	good := order.Books{Number: "sold", SIM: order.None, Profile: "active", Shipment: order.None, Line: "active", Paid: 100}
	require.Empty(t, order.Disagreements(o, good))
	for _, profile := range []string{order.None, "installed", "released"} {
		bad := good
		bad.Profile = profile
		require.Len(t, order.Disagreements(o, bad), 1, profile)
	}
	o.Stage = contract.StageCancelled
	ended := order.Books{Number: "free", SIM: order.None, Profile: "cancelled", Shipment: order.None, Line: order.None}
	require.Empty(t, order.Disagreements(o, ended))
	for _, profile := range []string{"ordered", "released", "error", "active"} {
		ended.Profile = profile
		require.Len(t, order.Disagreements(o, ended), 1, profile)
	}
}
