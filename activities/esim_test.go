package activities_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/gateway/esim"
)

const (
	profileA = "8996606000000000011"
	profileB = "8996606000000000022"
	anEID    = "89049032000000000000000000000001"
)

func (s *shop) maker(o contract.Order) *profileMaker {
	return &profileMaker{iccids: map[string]string{o.ID + "-1": profileA, o.ID + "-2": profileB}}
}

func (s *shop) statusOf(iccid string) (status string) {
	s.t.Helper()
	require.NoError(s.t, s.db.NewRaw("SELECT coalesce((SELECT status FROM esim_profiles WHERE iccid = ?), 'none')", iccid).Scan(ctx, &status))
	return status
}

func (s *shop) made(o contract.Order, issue int) contract.Profile {
	s.t.Helper()
	made, err := activities.NewESIM(s.maker(o), s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: issue})
	require.NoError(s.t, err)
	return made
}

func TestOrderProfile_HasOneProfileMadeAndReleasedForAReference(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	maker := s.maker(o)
	for range 2 {
		made, err := activities.NewESIM(maker, s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1, EID: anEID})
		require.NoError(t, err)
		require.Equal(t, contract.Profile{
			ICCID: profileA, MatchingID: "SECRET-11", SMDPAddress: "rsp.example", State: contract.ProfileReleased, Issued: 1,
		}, made)
	}
	require.Equal(t, esim.Order{Reference: o.ID + "-1", EID: anEID}, maker.ordered[0])
	require.Equal(t, maker.ordered[0], maker.ordered[1], "a repeat is the same call")
	owner, err := s.store.Profiles.OrderOf(ctx, profileA)
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}

func TestOrderProfile_IsTheOrdersBeforeItsCodeIsKnown(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	maker := s.maker(o)
	maker.confirmErr = errUnknown
	_, err := activities.NewESIM(maker, s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1})
	requireRetry(t, err)
	owner, err := s.store.Profiles.OrderOf(ctx, profileA)
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}

func TestOrderProfile_AProfileOfAnotherOrderIsNeverGivenAway(t *testing.T) {
	s := newShop(t)
	first, second := newOrder(), newOrder()
	s.made(first, 1)
	maker := &profileMaker{iccids: map[string]string{second.ID + "-1": profileA}}
	_, err := activities.NewESIM(maker, s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: second.ID, Issue: 1})
	requireRefusal(t, err, contract.FailProfileOfAnother)
	require.Empty(t, maker.confirmed, "its code stays unknown")
	maker.iccids[first.ID+"-2"] = profileA
	_, err = activities.NewESIM(maker, s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: first.ID, Issue: 2})
	requireRefusal(t, err, contract.FailProfileOfAnother)
}

func TestOrderProfile_SortsTheErrors(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	make := func(download, confirm error) error {
		maker := s.maker(o)
		maker.downloadErr, maker.confirmErr = download, confirm
		_, err := activities.NewESIM(maker, s.store).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1})
		return err
	}
	requireRefusal(t, make(refusedWith(esim.CodeNoneLeft), nil), contract.FailProfileOutOfStock)
	requireRefusal(t, make(refusedWith(esim.CodeEIDRefused), nil), contract.FailDeviceUnsupported)
	requireRefusal(t, make(nil, refusedWith(esim.CodeEIDUnsupported)), contract.FailDeviceUnsupported)
	requireRefusal(t, make(nil, refusedWith("8.2.1-1.2")), contract.FailProfileRefused)
	for _, silent := range []error{errRetry, errUnknown} {
		requireRetry(t, make(silent, nil))
		requireRetry(t, make(nil, silent))
	}
}

func TestCancelProfile_TakesBackWhatIsKnown(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	s.made(o, 1)
	maker := s.maker(o)
	for range 2 {
		in := contract.ProfileOrder{OrderID: o.ID, Issue: 1, ICCID: profileA}
		require.NoError(t, activities.NewESIM(maker, s.store).CancelProfile(ctx, in))
	}
	require.Empty(t, maker.ordered)
	require.Equal(t, []string{profileA, profileA}, maker.cancelled)
	require.Equal(t, "cancelled", s.statusOf(profileA))
}

func TestCancelProfile_FindsWhatNobodyKnowsOfByItsReference(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	maker := s.maker(o)
	require.NoError(t, activities.NewESIM(maker, s.store).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 2, EID: anEID}))
	require.Equal(t, []esim.Order{{Reference: o.ID + "-2", EID: anEID}}, maker.ordered)
	require.Equal(t, []string{profileB}, maker.cancelled)
	require.Equal(t, "cancelled", s.statusOf(profileB))

	refusing := &profileMaker{downloadErr: refusedWith(esim.CodeNoneLeft)}
	require.NoError(t, activities.NewESIM(refusing, s.store).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 3}))
	require.Empty(t, refusing.cancelled, "there never was one")
}

func TestCancelProfile_SortsTheErrors(t *testing.T) {
	s := newShop(t)
	o := newOrder()
	cancel := func(maker *profileMaker, iccid string) error {
		return activities.NewESIM(maker, s.store).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1, ICCID: iccid})
	}
	requireRefusal(t, cancel(&profileMaker{cancelErr: refusedWith(esim.CodeInUse)}, profileA), contract.FailCancelTooLate)
	requireRetry(t, cancel(&profileMaker{cancelErr: errUnknown}, profileA))
	requireRetry(t, cancel(&profileMaker{downloadErr: errUnknown}, ""))
	requireRetry(t, cancel(&profileMaker{downloadErr: errRetry}, ""))
}

func TestChooseDevice_TakesPhonesThatTakeAnESIM(t *testing.T) {
	s := newShop(t)
	o := s.openedESIM(numberA)
	for _, device := range []contract.Device{{EID: anEID}, {Model: "apple-iphone-16"}} {
		before := o
		o = s.twice(func() (contract.Order, error) {
			return s.orders.ChooseDevice(ctx, before, contract.DeviceChosen{At: at(now), Device: device})
		})
		require.Equal(t, &device, o.Device)
	}
	require.NotContains(t, s.written(), anEID, "an EID is stored encrypted")
	for path, device := range map[string]contract.Device{"model": {Model: "nokia-3310"}, "eid": {EID: anEID[1:]}} {
		s.refuses(func() (contract.Order, error) {
			return s.orders.ChooseDevice(ctx, o, contract.DeviceChosen{At: at(now), Device: device})
		}, map[string]contract.Code{"model": contract.FailDeviceUnknown, "eid": contract.FailEIDInvalid}[path], path)
	}
}

func TestOpenOrder_WithAPhoneThatTakesNoESIMLeavesNothingBehind(t *testing.T) {
	s := newShop(t)
	o := eSIMOrder()
	o.Device = &contract.Device{Model: "nokia-3310"}
	s.refuses(func() (contract.Order, error) {
		return s.orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("s"), MSISDN: numberA}, booking("", now))
	}, contract.FailDeviceUnknown, "model")
}

func TestRecordProfile_FollowsTheProfileToTheActiveLine(t *testing.T) {
	s := newShop(t)
	o := s.paidESIM(numberA)
	promised := contract.ProfilePromised{At: at(now), Within: holdCap}
	o = s.twice(func() (contract.Order, error) { return s.orders.PromiseProfile(ctx, o, promised) })
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
		o = s.twice(func() (contract.Order, error) {
			return s.orders.RecordProfile(ctx, before, contract.ProfileMoved{At: at(now), Profile: profile})
		})
		require.Equal(t, test.stage, o.Stage)
		require.Equal(t, string(test.state), s.books(o).Profile)
		require.Equal(t, []string{"profile." + string(test.state)}, s.lastEvents(o.ID, 1))
		require.Equal(t, now.Add(holdCap), o.Profile.PromisedBy)
	}
	require.NotContains(t, s.written(), "SECRET-", "an activation code is stored encrypted")

	done := s.twice(func() (contract.Order, error) { return s.orders.CompleteOrder(ctx, o, at(now)) })

	require.Empty(t, order.Disagreements(done, s.books(done)))
	var line struct{ ICCID, SIMType string }
	require.NoError(t, s.db.NewRaw(`
		SELECT c.iccid, c.sim_type AS sim_type FROM lines AS l JOIN line_sims AS c ON c.line_id = l.id WHERE l.order_id = ?`, o.ID).
		Scan(ctx, &line.ICCID, &line.SIMType))
	require.Equal(t, []string{profileA, "esim"}, []string{line.ICCID, line.SIMType})
}

func TestRecordProfile_AReplacedProfileLeavesTheNewestInTheBooks(t *testing.T) {
	s := newShop(t)
	o := s.paidESIM(numberA)
	o = s.once(s.orders.PromiseProfile(ctx, o, contract.ProfilePromised{At: at(now), Within: holdCap}))
	o = s.once(s.orders.RecordProfile(ctx, o, contract.ProfileMoved{At: at(now), Profile: s.made(o, 1)}))
	require.NoError(t, activities.NewESIM(s.maker(o), s.store).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1, ICCID: profileA}))
	o = s.once(s.orders.RecordProfile(ctx, o, contract.ProfileMoved{At: at(now), Profile: s.made(o, 2)}))
	require.Equal(t, []string{"profile.reissued"}, s.lastEvents(o.ID, 1))
	require.Equal(t, []string{"cancelled", "released"}, []string{s.statusOf(profileA), s.statusOf(profileB)})
	require.Equal(t, "released", s.books(o).Profile)
}

func eSIMOrder() contract.Order {
	o := newOrder()
	o.Kind, o.Device = contract.KindESIM, &contract.Device{Model: "apple-iphone-16"}
	return o
}

func (s *shop) openedESIM(msisdn string) contract.Order {
	s.t.Helper()
	o := eSIMOrder()
	return s.once(s.orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("session of " + o.ID), MSISDN: msisdn}, booking("", now)))
}

func (s *shop) paidESIM(msisdn string) contract.Order {
	s.t.Helper()
	o := s.once(s.orders.ChoosePlan(ctx, s.openedESIM(msisdn), contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	o = s.once(s.orders.AcceptPerson(ctx, o, found(citizenID, "SA")))
	o = s.once(s.orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	agreed := contract.Confirmation{AcceptTerms: true, Total: o.Price.Total}
	o = s.once(s.orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: agreed}))
	o = s.once(s.orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing)))
	return s.once(s.orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
}
