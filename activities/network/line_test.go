package network_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	networkacts "selfcare/activities/network"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/network"
)

var ctx = context.Background()

var toActivate = contract.LineOrder{Key: "activate-o1", MSISDN: fixture.NumberA, ICCID: fixture.CardOne, PlanID: "hawakom-90"}

func TestActivateLine_Key_IsPassed(t *testing.T) {
	net := &mobileNetwork{}
	require.NoError(t, networkacts.New(net).ActivateLine(ctx, toActivate))
	require.Equal(t, map[string]network.Line{"activate-o1": {MSISDN: fixture.NumberA, ICCID: fixture.CardOne, PlanID: "hawakom-90"}}, net.activated)
	require.Empty(t, net.asked)
}

func TestActivateLine_UnknownOutcome_AsksState(t *testing.T) {
	net := &mobileNetwork{activateErr: fixture.ErrUnknown, status: network.LineActive}
	require.NoError(t, networkacts.New(net).ActivateLine(ctx, toActivate))
	require.Equal(t, []string{fixture.NumberA}, net.asked)
	for name, net := range map[string]*mobileNetwork{
		"inactive":  {activateErr: fixture.ErrUnknown, status: network.LineInactive},
		"no answer": {activateErr: fixture.ErrUnknown, status: network.LineActive, statusErr: fixture.ErrRetry},
	} {
		err := networkacts.New(net).ActivateLine(ctx, toActivate)
		fixture.RequireRetry(t, err)
		require.ErrorContains(t, err, "activate line: ", name)
	}
}

func TestActivateLine_Errors_AreSorted(t *testing.T) {
	net := &mobileNetwork{activateErr: fixture.ErrRetry, status: network.LineActive}
	fixture.RequireRetry(t, networkacts.New(net).ActivateLine(ctx, toActivate))
	net.activateErr = fixture.RefusedWith("msisdn_in_use")
	fixture.RequireRefusal(t, networkacts.New(net).ActivateLine(ctx, toActivate), contract.FailNetworkRefused)
	require.Empty(t, net.asked, "only an unknown outcome is asked about")
}

func TestDeactivateLine_Errors_Sorted(t *testing.T) {
	net := &mobileNetwork{}
	deactivate := func() error { return networkacts.New(net).DeactivateLine(ctx, toActivate) }
	require.NoError(t, deactivate())
	require.Equal(t, map[string]string{"activate-o1-off": fixture.NumberA}, net.deactivated, "not the key of the activation")
	for _, again := range []error{fixture.ErrRetry, fixture.ErrUnknown} {
		net.deactivateErr = again
		fixture.RequireRetry(t, deactivate())
	}
	net.deactivateErr = fixture.RefusedWith("iccid_unknown")
	fixture.RequireRefusal(t, deactivate(), contract.FailNetworkRefused)
}

// mobileNetwork gives the answers of the test and records its calls in order.
type mobileNetwork struct {
	activateErr, deactivateErr, statusErr error
	status                                network.LineStatus
	activated                             map[string]network.Line // by idempotency key
	deactivated                           map[string]string
	asked                                 []string

	simsErr, askErr error
	known           network.SIMs
	changed         []string // the changes, with their keys
	placed          network.Place
	feature         network.Feature
	features        []network.Feature
}

func (n *mobileNetwork) change(what, key string, p network.Place) error {
	n.changed, n.placed = append(n.changed, what+" "+key), p
	return n.simsErr
}

func (n *mobileNetwork) Suspend(_ context.Context, key, msisdn, iccid string) error {
	return n.change("suspend", key, network.Place{MSISDN: msisdn, Primary: iccid})
}

func (n *mobileNetwork) Resume(_ context.Context, key, msisdn, iccid string) error {
	return n.change("resume", key, network.Place{MSISDN: msisdn, Primary: iccid})
}

func (n *mobileNetwork) Swap(_ context.Context, key string, p network.Place) error {
	return n.change("swap", key, p)
}

func (n *mobileNetwork) AddFurther(_ context.Context, key string, p network.Place) error {
	return n.change("add", key, p)
}

func (n *mobileNetwork) MakePrimary(_ context.Context, key string, p network.Place) error {
	return n.change("primary", key, p)
}

func (n *mobileNetwork) RemoveFurther(_ context.Context, key string, p network.Place) error {
	return n.change("remove", key, p)
}

func (n *mobileNetwork) SIMs(_ context.Context, msisdn string) (network.SIMs, error) {
	n.asked = append(n.asked, msisdn)
	return n.known, n.askErr
}

func (n *mobileNetwork) Activate(_ context.Context, key string, l network.Line) error {
	n.activated = map[string]network.Line{key: l}
	return n.activateErr
}

func (n *mobileNetwork) Deactivate(_ context.Context, key, msisdn string) error {
	n.deactivated = map[string]string{key: msisdn}
	return n.deactivateErr
}

func (n *mobileNetwork) Status(_ context.Context, msisdn string) (network.LineStatus, error) {
	n.asked = append(n.asked, msisdn)
	return n.status, n.statusErr
}

func (n *mobileNetwork) SetService(context.Context, string, string, network.Service) error {
	return nil
}

func (n *mobileNetwork) SetFeature(_ context.Context, key, msisdn string, f network.Feature) error {
	n.changed, n.feature = append(n.changed, "feature "+key+" "+msisdn), f
	return n.simsErr
}

func (n *mobileNetwork) Features(_ context.Context, msisdn string) ([]network.Feature, error) {
	n.asked = append(n.asked, msisdn)
	return n.features, n.askErr
}

var toSet = contract.FeatureOrder{Key: "c1", MSISDN: fixture.NumberA, Kind: contract.SettingService, Item: "roaming", Value: contract.SettingOff}

func TestSetFeature_UnknownOutcome_AsksNetwork(t *testing.T) {
	wanted := network.Feature{Name: "service", Item: "roaming", Value: contract.SettingOff}
	other := network.Feature{Name: "service", Item: "roaming", Value: contract.SettingOn}
	for name, test := range map[string]struct {
		net   *mobileNetwork
		retry bool
	}{
		"feature set":              {&mobileNetwork{simsErr: fixture.ErrUnknown, features: []network.Feature{wanted}}, false},
		"another feature set":      {&mobileNetwork{simsErr: fixture.ErrUnknown, features: []network.Feature{other}}, true},
		"no answer to the inquiry": {&mobileNetwork{simsErr: fixture.ErrUnknown, features: []network.Feature{wanted}, askErr: fixture.ErrRetry}, true},
		"network unavailable":      {&mobileNetwork{simsErr: fixture.ErrRetry, features: []network.Feature{wanted}}, true},
		"accepted":                 {&mobileNetwork{}, false},
	} {
		err := networkacts.New(test.net).SetFeature(ctx, toSet)
		require.Equal(t, []string{"feature c1 " + fixture.NumberA}, test.net.changed, name)
		require.Equal(t, wanted, test.net.feature, name)
		if test.retry {
			fixture.RequireRetry(t, err)
		} else {
			require.NoError(t, err, name)
		}
	}
	refuses := &mobileNetwork{simsErr: fixture.RefusedWith("feature_not_available")}
	fixture.RequireRefusal(t, networkacts.New(refuses).SetFeature(ctx, toSet), contract.FailSettingRefused)
	require.Empty(t, refuses.asked, "a no is a no")
}
