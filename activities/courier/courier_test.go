package courier_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	courieracts "selfcare/activities/courier"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/store/catalogue"
)

var ctx = context.Background()

var toSend = contract.ShipmentInput{
	OrderID: "o1", OrderNumber: "SC00000001", Contact: fixture.Noura,
	Delivery: contract.Delivery{Method: contract.DeliverPickup, BranchID: "RUH-1"},
}

func TestBookParcel_Reference_OneAirwayBill(t *testing.T) {
	carrier := &parcelCourier{bill: courier.AirwayBill{Number: "290000000001", TrackingURL: "https://courier.example/1"}}
	corrected := toSend
	corrected.Attempt = 2
	for _, in := range []contract.ShipmentInput{toSend, corrected} {
		shipment, err := courieracts.New(carrier, nil).BookParcel(ctx, in)
		require.NoError(t, err)
		require.Equal(t, contract.Shipment{
			AirwayBill: "290000000001", Status: contract.ShipmentBooked, TrackingURL: "https://courier.example/1",
		}, shipment)
	}
	first := courier.Parcel{Reference: "o1", OrderNumber: "SC00000001", Delivery: toSend.Delivery, Contact: fixture.Noura}
	second := first
	second.Reference = "o1-2"
	require.Equal(t, []courier.Parcel{first, second}, carrier.booked)
	require.Empty(t, carrier.inquired)
}

func TestBookParcel_UnknownOutcome_AsksFirst(t *testing.T) {
	carrier := &parcelCourier{bookErr: fixture.ErrUnknown, found: courier.AirwayBill{Number: "290000000001"}}
	shipment, err := courieracts.New(carrier, nil).BookParcel(ctx, toSend)
	require.NoError(t, err)
	require.Equal(t, "290000000001", shipment.AirwayBill)
	require.Equal(t, []string{"o1"}, carrier.inquired)
}

func TestBookParcel_NotBooked_IsRetried(t *testing.T) {
	for name, carrier := range map[string]*parcelCourier{
		"not taken":              {bookErr: fixture.ErrRetry},
		"unknown, and not there": {bookErr: fixture.ErrUnknown, inquireErr: fixture.ErrNotFound},
		"unknown, and still so":  {bookErr: fixture.ErrUnknown, inquireErr: fixture.ErrUnknown},
		"unknown, and no answer": {bookErr: fixture.ErrUnknown, inquireErr: fixture.ErrRetry},
	} {
		_, err := courieracts.New(carrier, nil).BookParcel(ctx, toSend)
		fixture.RequireRetry(t, err)
		require.ErrorContains(t, err, "book parcel: ", name)
	}
}

func TestBookParcel_Refused_IsFinal(t *testing.T) {
	_, err := courieracts.New(&parcelCourier{bookErr: fixture.RefusedWith("address_refused")}, nil).BookParcel(ctx, toSend)
	fixture.RequireRefusal(t, err, contract.FailCourierRefused)
	require.ErrorContains(t, err, "address_refused", "support reads the courier's own reason")
}

func TestCancelParcel_Booked_Cancelled(t *testing.T) {
	carrier := &parcelCourier{found: courier.AirwayBill{Number: "290000000001"}}
	require.NoError(t, courieracts.New(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"}))
	require.Equal(t, []string{"o1"}, carrier.inquired)
	require.Equal(t, []string{"290000000001"}, carrier.cancelled)
}

func TestCancelParcel_NeverBooked_Succeeds(t *testing.T) {
	carrier := &parcelCourier{inquireErr: fixture.ErrNotFound}
	require.NoError(t, courieracts.New(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"}))
	require.Empty(t, carrier.cancelled)
}

func TestCancelParcel_Errors_AreSorted(t *testing.T) {
	cancel := func(carrier *parcelCourier) error {
		return courieracts.New(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"})
	}
	fixture.RequireRefusal(t, cancel(&parcelCourier{cancelErr: fixture.RefusedWith("too_late")}), contract.FailCancelTooLate)
	fixture.RequireRefusal(t, cancel(&parcelCourier{cancelErr: fixture.RefusedWith(courier.NotCancellable)}), contract.FailParcelWithCourier)
	fixture.RequireRefusal(t, cancel(&parcelCourier{inquireErr: fixture.RefusedWith("forbidden")}), contract.FailCourierRefused)
	fixture.RequireRetry(t, cancel(&parcelCourier{inquireErr: fixture.ErrRetry}))
	fixture.RequireRetry(t, cancel(&parcelCourier{inquireErr: fixture.ErrUnknown}))
	fixture.RequireRetry(t, cancel(&parcelCourier{cancelErr: fixture.ErrRetry}))
	fixture.RequireRetry(t, cancel(&parcelCourier{cancelErr: fixture.ErrUnknown}))
}

func TestAskParcel_Answers_AreSorted(t *testing.T) {
	carrier := &parcelCourier{status: contract.ShipmentInTransit}
	ask := func() (contract.ShipmentStatus, error) {
		return courieracts.New(carrier, nil).AskParcel(ctx, "290000000001")
	}
	status, err := ask()
	require.NoError(t, err)
	require.Equal(t, contract.ShipmentInTransit, status)
	require.Equal(t, []string{"290000000001"}, carrier.askedFor)
	carrier.statusErr = fixture.RefusedWith("unknown_awb")
	_, err = ask()
	fixture.RequireRefusal(t, err, contract.FailShipmentOverdue)
	for _, silent := range []error{fixture.ErrRetry, fixture.ErrUnknown, fixture.ErrNotFound} {
		carrier.statusErr = silent
		_, err = ask()
		fixture.RequireRetry(t, err)
	}
}

func TestSyncBranches_List_ReplacesOurs(t *testing.T) {
	s := fixture.NewShop(t)
	carrier := &parcelCourier{branches: []courier.Branch{
		{ID: "JED-1", City: "jeddah", NameEn: "Andalus", NameAr: "الأندلس", AddressEn: "a", AddressAr: "b", HoursEn: "c", HoursAr: "d", Latitude: 21.5, Longitude: 39.2},
		{ID: "RUH-2", City: "riyadh", NameEn: "Malaz", NameAr: "الملز"},
	}}
	for range 2 {
		count, err := courieracts.New(carrier, s.Store.Catalogue).SyncBranches(ctx)
		require.NoError(t, err)
		require.Equal(t, 2, count)
	}
	branches, err := s.Store.Catalogue.Branches(ctx, "")
	require.NoError(t, err)
	require.Equal(t, []catalogue.Branch{catalogue.Branch(carrier.branches[0]), catalogue.Branch(carrier.branches[1])}, branches, "RUH-1 is gone")
}

func TestSyncBranches_EmptyList_KeepsOurs(t *testing.T) {
	for name, carrier := range map[string]*parcelCourier{"no answer": {branchesErr: fixture.ErrRetry}, "an empty list": {}} {
		t.Run(name, func(t *testing.T) {
			s := fixture.NewShop(t)
			_, err := courieracts.New(carrier, s.Store.Catalogue).SyncBranches(ctx)
			fixture.RequireRetry(t, err)
			branches, err := s.Store.Catalogue.Branches(ctx, "")
			require.NoError(t, err)
			require.Len(t, branches, 1)
		})
	}
}

// parcelCourier gives the answers of the test and records its calls in order.
func TestFetchLabel_Answers_AreSorted(t *testing.T) {
	in := contract.LabelQuestion{AirwayBill: "290000000001"}
	fetch := func(carrier *parcelCourier) (contract.ParcelLabel, error) {
		return courieracts.New(carrier, nil).FetchLabel(ctx, in)
	}
	carrier := &parcelCourier{label: []byte("%PDF-1.7")}
	label, err := fetch(carrier)
	require.NoError(t, err)
	require.Equal(t, "%PDF-1.7", string(label.PDF))
	require.Equal(t, []string{in.AirwayBill}, carrier.askedFor)

	for name, tt := range map[string]struct {
		carrier *parcelCourier
		want    contract.Code
	}{
		"unknown parcel":     {&parcelCourier{labelErr: fixture.ErrNotFound}, contract.FailLabelMissing},
		"too large":          {&parcelCourier{label: make([]byte, contract.LargestLabel+1)}, contract.FailLabelMissing},
		"no such courier":    {&parcelCourier{labelErr: fixture.RefusedWith(courier.LabelNotOffered)}, contract.FailLabelNotOffered},
		"our key is refused": {&parcelCourier{labelErr: fixture.RefusedWith("http_401")}, contract.FailOutsideSystem},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := fetch(tt.carrier)
			fixture.RequireRefusal(t, err, tt.want)
		})
	}
	_, err = fetch(&parcelCourier{labelErr: fixture.ErrRetry})
	fixture.RequireRetry(t, err)
}

type parcelCourier struct {
	bill, found                    courier.AirwayBill
	status                         contract.ShipmentStatus
	branches                       []courier.Branch
	bookErr, inquireErr, statusErr error
	cancelErr, branchesErr         error
	label                          []byte
	labelErr                       error
	booked                         []courier.Parcel
	inquired, askedFor, cancelled  []string
}

func (c *parcelCourier) Book(_ context.Context, p courier.Parcel) (courier.AirwayBill, error) {
	c.booked = append(c.booked, p)
	return c.bill, c.bookErr
}

func (c *parcelCourier) Inquire(_ context.Context, reference string) (courier.AirwayBill, error) {
	c.inquired = append(c.inquired, reference)
	return c.found, c.inquireErr
}

func (c *parcelCourier) Status(_ context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	c.askedFor = append(c.askedFor, airwayBill)
	return c.status, c.statusErr
}

func (c *parcelCourier) Cancel(_ context.Context, airwayBill string) error {
	c.cancelled = append(c.cancelled, airwayBill)
	return c.cancelErr
}

func (c *parcelCourier) Label(_ context.Context, airwayBill string) ([]byte, error) {
	c.askedFor = append(c.askedFor, airwayBill)
	return c.label, c.labelErr
}

func (c *parcelCourier) Branches(context.Context) ([]courier.Branch, error) {
	return c.branches, c.branchesErr
}
