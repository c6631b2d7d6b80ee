package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

const (
	profileA = "8996606000000000011"
	profileB = "8996606000000000022"
	anEID    = "89049032000000000000000000000163"
)

// made is a profile of the order as the SM-DP+ has released it.
func (s *shop) made(o contract.Order, issue int) contract.Profile {
	s.T.Helper()
	made := contract.Profile{
		ICCID: []string{profileA, profileB}[issue-1], MatchingID: "SECRET-11", SMDPAddress: "rsp.example",
		State: contract.ProfileReleased, Issued: issue,
	}
	require.NoError(s.T, s.Store.Profiles.Claim(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: issue}, made.ICCID))
	return made
}

func (s *shop) statusOf(iccid string) (status string) {
	s.T.Helper()
	require.NoError(s.T, s.DB.NewRaw("SELECT coalesce((SELECT status FROM esim_profiles WHERE iccid = ?), 'none')", iccid).Scan(ctx, &status))
	return status
}

func TestChooseDevice_Phone_MustTakeESIM(t *testing.T) {
	s := newShop(t)
	o := s.openedESIM(numberA)
	for _, device := range []contract.Device{{EID: anEID}, {Model: "apple-iphone-16"}} {
		before := o
		o = s.Twice(func() (contract.Order, error) {
			return s.Orders.ChooseDevice(ctx, before, contract.DeviceChosen{At: at(now), Device: device})
		})
		require.Equal(t, &device, o.Device)
	}
	require.NotContains(t, s.Written(), anEID, "an EID is stored encrypted")
	for path, device := range map[string]contract.Device{"model": {Model: "nokia-3310"}, "eid": {EID: anEID[1:]}} {
		s.Refuses(func() (contract.Order, error) {
			return s.Orders.ChooseDevice(ctx, o, contract.DeviceChosen{At: at(now), Device: device})
		}, map[string]contract.Code{"model": contract.FailDeviceUnknown, "eid": contract.FailEIDInvalid}[path], path)
	}
}

func TestOpenOrder_PhoneWithoutESIM_LeavesNothing(t *testing.T) {
	s := newShop(t)
	o := eSIMOrder()
	o.Device = &contract.Device{Model: "nokia-3310"}
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("s"), MSISDN: numberA}, booking("", now))
	}, contract.FailDeviceUnknown, "model")
}

func TestRecordProfile_Installed_LineIsActive(t *testing.T) {
	s := newShop(t)
	o := s.paidESIM(numberA)
	o.Profile = nil // as after a lost number
	promised := contract.ProfilePromised{At: at(now), Within: holdCap}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.PromiseProfile(ctx, o, promised) })
	o = s.Once(s.Orders.PromiseProfile(ctx, o, contract.ProfilePromised{At: at(now), Within: 2 * holdCap}))
	require.Equal(t, &contract.Profile{State: contract.ProfileOrdered, PromisedBy: now.Add(holdCap)}, o.Profile)
	profile := s.made(o, 1)
	for _, test := range []struct {
		state contract.ProfileState
		stage contract.Stage
	}{
		{contract.ProfileReleased, contract.StageDispatched},
		{contract.ProfileError, contract.StageDispatched},
		{contract.ProfileDownloaded, contract.StageDelivered},
		{contract.ProfileInstalled, contract.StageDelivered},
	} {
		before := o
		profile.State = test.state
		o = s.Twice(func() (contract.Order, error) {
			return s.Orders.RecordProfile(ctx, before, contract.ProfileMoved{At: at(now), Profile: profile})
		})
		require.Equal(t, test.stage, o.Stage)
		require.Equal(t, string(test.state), s.books(o).Profile)
		require.Equal(t, []string{"profile." + string(test.state)}, s.LastEvents(o.ID, 1))
		require.Equal(t, now.Add(holdCap), o.Profile.PromisedBy)
	}
	require.NotContains(t, s.Written(), "SECRET-", "an activation code is stored encrypted")

	done := s.Twice(func() (contract.Order, error) { return s.Orders.CompleteOrder(ctx, o, at(now)) })

	require.Empty(t, order.Disagreements(done, s.books(done)))
	var line struct{ ICCID, SIMType string }
	require.NoError(t, s.DB.NewRaw(`
		SELECT c.iccid, c.sim_type AS sim_type FROM lines AS l JOIN line_sims AS c ON c.line_id = l.id WHERE l.order_id = ?`, o.ID).
		Scan(ctx, &line.ICCID, &line.SIMType))
	require.Equal(t, []string{profileA, "esim"}, []string{line.ICCID, line.SIMType})
}

func TestRecordProfile_Replaced_NewestInBooks(t *testing.T) {
	s := newShop(t)
	o := s.paidESIM(numberA)
	o = s.Once(s.Orders.PromiseProfile(ctx, o, contract.ProfilePromised{At: at(now), Within: holdCap}))
	o = s.Once(s.Orders.RecordProfile(ctx, o, contract.ProfileMoved{At: at(now), Profile: s.made(o, 1)}))
	require.NoError(t, s.Store.Profiles.Move(ctx, o.ID, profileA, contract.ProfileCancelled))
	o = s.Once(s.Orders.RecordProfile(ctx, o, contract.ProfileMoved{At: at(now), Profile: s.made(o, 2)}))
	require.Equal(t, []string{"profile.reissued"}, s.LastEvents(o.ID, 1))
	require.Equal(t, []string{"cancelled", "released"}, []string{s.statusOf(profileA), s.statusOf(profileB)})
	require.Equal(t, "released", s.books(o).Profile)
}

func eSIMOrder() contract.Order {
	o := newOrder()
	o.Kind, o.Device = contract.KindESIM, &contract.Device{Model: "apple-iphone-16"}
	return o
}

func (s *shop) openedESIM(msisdn string) contract.Order {
	s.T.Helper()
	o := eSIMOrder()
	return s.Once(s.Orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("session of " + o.ID), MSISDN: msisdn}, booking("", now)))
}

func (s *shop) paidESIM(msisdn string) contract.Order {
	s.T.Helper()
	o := s.Once(s.Orders.ChoosePlan(ctx, s.openedESIM(msisdn), contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	o = s.Once(s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")))
	o = s.Once(s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	agreed := contract.Confirmation{AcceptTerms: true, Total: o.Price.Total}
	o = s.Once(s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: agreed}))
	o = s.Once(s.Orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing)))
	return s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
}
