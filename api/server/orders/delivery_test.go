package orders_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const wholeAddress = `{"city":"riyadh","area":"Al Olaya","street":"Tahlia Street","buildingNumber":"7436","apartmentNumber":"12B",` +
	`"notes":"Ring twice, second floor","latitude":24.7136,"longitude":46.6753}`

func TestDelivery_Address_ShowsEachField(t *testing.T) {
	r := servertest.New(t)
	o := r.AnswerUpTo(5)
	var told contract.DeliveryChoice
	r.Flow.Decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.DeliveryChoice)
		return o, nil
	}
	got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/delivery", `{"method":"homeDelivery","address":`+wholeAddress+`}`, servertest.WithSession(o.Session), servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	latitude, longitude := 24.7136, 46.6753
	require.Equal(t, &contract.Address{
		City: "riyadh", Area: "Al Olaya", Street: "Tahlia Street", BuildingNumber: "7436", ApartmentNumber: "12B",
		Notes: "Ring twice, second floor", Latitude: &latitude, Longitude: &longitude,
	}, told.Address)

	r.Put(o, func(full *contract.Order) {
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: told.Address}
	})
	shown := servertest.Decoded[struct {
		Delivery struct{ Address gen.Address }
	}](t, r.Get(o, "")).Delivery.Address
	require.Equal(t, servertest.Decoded[gen.Address](t, servertest.Answer{Body: []byte(wholeAddress)}), shown)
}

func TestCorrectDelivery_ServedCity_ReachesOrder(t *testing.T) {
	r := servertest.NewSeeded(t)
	o := r.AnswerUpTo(5)
	correct := func(session string) servertest.Answer {
		return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/delivery/correction", `{"address":`+wholeAddress+`}`, servertest.WithSession(session), servertest.FreshKey())
	}
	require.Equal(t, http.StatusOK, correct(o.Session).StatusCode)
	sent := r.Flow.SentUpdates()
	last := sent[len(sent)-1]
	require.Equal(t, contract.UpdateCorrectDelivery, last.Name)
	require.Equal(t, "Tahlia Street", last.Arg.(contract.DeliveryCorrection).Address.Street)

	other, _ := servertest.TokenOf(9)
	servertest.RequireRefused(t, correct(other), contract.FailOrderNotYours)
	r.Refuse(contract.Refuse(contract.FailAddressFixed))
	servertest.RequireRefused(t, correct(o.Session), contract.FailAddressFixed)
}

func TestGetOrder_ParcelWithUs_AddressCanChange(t *testing.T) {
	for callsOff, want := range map[bool]*bool{true: new(true), false: nil} {
		r := servertest.New(t, func(o *server.Options) { o.CourierCallsOff = callsOff })
		o := r.AnswerUpTo(5)
		show := func(shipment *contract.Shipment) *bool {
			r.Put(o, func(full *contract.Order) {
				full.Stage, full.Shipment = contract.StagePreparing, shipment
				full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Al Olaya", Street: "Tahlia", BuildingNumber: "7436"}}
			})
			return servertest.Decoded[gen.Order](t, r.Get(o, "")).CanChangeAddress
		}
		require.Equal(t, new(true), show(nil), "it is not booked yet")
		require.Equal(t, want, show(&contract.Shipment{Status: contract.ShipmentBooked}))
		require.Nil(t, show(&contract.Shipment{Status: contract.ShipmentPickedUp}))
	}
}
