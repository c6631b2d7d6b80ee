package esim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	esimacts "selfcare/activities/esim"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/esim"
)

var ctx = context.Background()

const (
	profileA = "8996606000000000011"
	profileB = "8996606000000000022"
	anEID    = "89049032000000000000000000000163"
)

type shop struct{ *fixture.Shop }

func newShop(t *testing.T) *shop {
	t.Helper()
	return &shop{fixture.NewShop(t)}
}

func (s *shop) maker(o contract.Order) *profileMaker {
	return &profileMaker{iccids: map[string]string{o.ID + "-1": profileA, o.ID + "-2": profileB}}
}

func (s *shop) statusOf(iccid string) (status string) {
	s.T.Helper()
	require.NoError(s.T, s.DB.NewRaw("SELECT coalesce((SELECT status FROM esim_profiles WHERE iccid = ?), 'none')", iccid).Scan(ctx, &status))
	return status
}

func (s *shop) made(o contract.Order, issue int) contract.Profile {
	s.T.Helper()
	made, err := esimacts.New(s.maker(o), s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: issue})
	require.NoError(s.T, err)
	return made
}

func TestOrderProfile_Reference_OneProfile(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	maker := s.maker(o)
	for range 2 {
		made, err := esimacts.New(maker, s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1, EID: anEID})
		require.NoError(t, err)
		require.Equal(t, contract.Profile{
			ICCID: profileA, MatchingID: "SECRET-11", SMDPAddress: "rsp.example", State: contract.ProfileReleased, Issued: 1,
		}, made)
	}
	require.Equal(t, esim.Order{Reference: o.ID + "-1", EID: anEID}, maker.ordered[0])
	require.Equal(t, maker.ordered[0], maker.ordered[1], "a repeat is the same call")
	owner, err := s.Store.Profiles.OrderOf(ctx, profileA)
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}

func TestOrderProfile_Claimed_First(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	maker := s.maker(o)
	maker.confirmErr = fixture.ErrUnknown
	_, err := esimacts.New(maker, s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1})
	fixture.RequireRetry(t, err)
	owner, err := s.Store.Profiles.OrderOf(ctx, profileA)
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}

func TestOrderProfile_OtherOrders_IsRefused(t *testing.T) {
	s := newShop(t)
	first, second := fixture.NewOrder(), fixture.NewOrder()
	s.made(first, 1)
	maker := &profileMaker{iccids: map[string]string{second.ID + "-1": profileA}}
	_, err := esimacts.New(maker, s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: second.ID, Issue: 1})
	fixture.RequireRefusal(t, err, contract.FailProfileOfAnother)
	require.Empty(t, maker.confirmed, "its code stays unknown")
	maker.iccids[first.ID+"-2"] = profileA
	_, err = esimacts.New(maker, s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: first.ID, Issue: 2})
	fixture.RequireRefusal(t, err, contract.FailProfileOfAnother)
}

func TestOrderProfile_Errors_AreSorted(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	make := func(download, confirm error) error {
		maker := s.maker(o)
		maker.downloadErr, maker.confirmErr = download, confirm
		_, err := esimacts.New(maker, s.Store.Profiles).OrderProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1})
		return err
	}
	fixture.RequireRefusal(t, make(fixture.RefusedWith(esim.CodeNoneLeft), nil), contract.FailProfileOutOfStock)
	fixture.RequireRefusal(t, make(fixture.RefusedWith(esim.CodeEIDRefused), nil), contract.FailDeviceUnsupported)
	fixture.RequireRefusal(t, make(nil, fixture.RefusedWith(esim.CodeEIDUnsupported)), contract.FailDeviceUnsupported)
	fixture.RequireRefusal(t, make(nil, fixture.RefusedWith("8.2.1-1.2")), contract.FailProfileRefused)
	for _, silent := range []error{fixture.ErrRetry, fixture.ErrUnknown} {
		fixture.RequireRetry(t, make(silent, nil))
		fixture.RequireRetry(t, make(nil, silent))
	}
}

func TestCancelProfile_Known_Cancelled(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	s.made(o, 1)
	maker := s.maker(o)
	for range 2 {
		in := contract.ProfileOrder{OrderID: o.ID, Issue: 1, EID: anEID, ICCID: profileA, MatchingID: "SECRET-11"}
		require.NoError(t, esimacts.New(maker, s.Store.Profiles).CancelProfile(ctx, in))
	}
	require.Empty(t, maker.ordered)
	wanted := esim.Order{Reference: o.ID + "-1", EID: anEID, ICCID: profileA, MatchingID: "SECRET-11"}
	require.Equal(t, []esim.Order{wanted, wanted}, maker.cancelled)
	require.Equal(t, "cancelled", s.statusOf(profileA))
}

func TestCancelProfile_Unknown_FoundByReference(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	maker := s.maker(o)
	require.NoError(t, esimacts.New(maker, s.Store.Profiles).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 2, EID: anEID}))
	require.Equal(t, []esim.Order{{Reference: o.ID + "-2", EID: anEID}}, maker.ordered)
	require.Equal(t, []esim.Order{{Reference: o.ID + "-2", EID: anEID, ICCID: profileB}}, maker.cancelled)
	require.Equal(t, "cancelled", s.statusOf(profileB))

	refusing := &profileMaker{downloadErr: fixture.RefusedWith(esim.CodeNoneLeft)}
	require.NoError(t, esimacts.New(refusing, s.Store.Profiles).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 3}))
	require.Empty(t, refusing.cancelled, "the profile never existed")
}

func TestCancelProfile_UnknownOnPhone_IsRecorded(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	maker := s.maker(o)
	maker.cancelErr = fixture.RefusedWith(esim.CodeInUse)
	err := esimacts.New(maker, s.Store.Profiles).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1})
	fixture.RequireRefusal(t, err, contract.FailCancelTooLate)
	require.Equal(t, "downloaded", s.statusOf(profileA))
}

func TestCancelProfile_Errors_AreSorted(t *testing.T) {
	s := newShop(t)
	o := fixture.NewOrder()
	cancel := func(maker *profileMaker, iccid string) error {
		return esimacts.New(maker, s.Store.Profiles).CancelProfile(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1, ICCID: iccid})
	}
	fixture.RequireRefusal(t, cancel(&profileMaker{cancelErr: fixture.RefusedWith(esim.CodeInUse)}, profileA), contract.FailCancelTooLate)
	fixture.RequireRetry(t, cancel(&profileMaker{cancelErr: fixture.ErrUnknown}, profileA))
	fixture.RequireRetry(t, cancel(&profileMaker{downloadErr: fixture.ErrUnknown}, ""))
	fixture.RequireRetry(t, cancel(&profileMaker{downloadErr: fixture.ErrRetry}, ""))
}

// profileMaker makes one profile for each reference, as the SM-DP+ does.
type profileMaker struct {
	iccids                             map[string]string // by reference
	downloadErr, confirmErr, cancelErr error
	ordered                            []esim.Order
	confirmed                          []string
	cancelled                          []esim.Order
}

func (m *profileMaker) Download(_ context.Context, o esim.Order) (string, error) {
	m.ordered = append(m.ordered, o)
	return m.iccids[o.Reference], m.downloadErr
}

func (m *profileMaker) Confirm(_ context.Context, o esim.Order) (esim.ActivationCode, error) {
	m.confirmed = append(m.confirmed, o.ICCID)
	return esim.ActivationCode{Address: "rsp.example", MatchingID: "SECRET-" + o.ICCID[17:]}, m.confirmErr
}

func (m *profileMaker) Cancel(_ context.Context, o esim.Order) error {
	m.cancelled = append(m.cancelled, o)
	return m.cancelErr
}
