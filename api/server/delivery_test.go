package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const wholeAddress = `{"city":"riyadh","area":"Al Olaya","street":"Tahlia Street","buildingNumber":"7436","apartmentNumber":"12B",` +
	`"notes":"Ring twice, second floor","latitude":24.7136,"longitude":46.6753}`

func TestDelivery_AnAddressIsKeptAndShownWithEachOfItsFields(t *testing.T) {
	r := newRig(t)
	o := r.answeredUpTo(5)
	var told contract.DeliveryChoice
	r.flow.decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.DeliveryChoice)
		return o, nil
	}
	got := r.call(http.MethodPut, "/api/orders/"+o.id+"/delivery", `{"method":"homeDelivery","address":`+wholeAddress+`}`, withSession(o.session), freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	latitude, longitude := 24.7136, 46.6753
	require.Equal(t, &contract.Address{
		City: "riyadh", Area: "Al Olaya", Street: "Tahlia Street", BuildingNumber: "7436", ApartmentNumber: "12B",
		Notes: "Ring twice, second floor", Latitude: &latitude, Longitude: &longitude,
	}, told.Address)

	r.put(o, func(full *contract.Order) {
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: told.Address}
	})
	shown := decoded[struct {
		Delivery struct{ Address gen.Address }
	}](t, r.get(o, "")).Delivery.Address
	require.Equal(t, decoded[gen.Address](t, answer{body: []byte(wholeAddress)}), shown)
}

func TestCorrectDelivery_AddressInACityServed_ReachesTheOrder(t *testing.T) {
	r := newSeededRig(t)
	o := r.answeredUpTo(5)
	correct := func(session string) answer {
		return r.call(http.MethodPut, "/api/orders/"+o.id+"/delivery/correction", `{"address":`+wholeAddress+`}`, withSession(session), freshKey())
	}
	require.Equal(t, http.StatusOK, correct(o.session).StatusCode)
	sent := r.flow.sentUpdates()
	last := sent[len(sent)-1]
	require.Equal(t, contract.UpdateCorrectDelivery, last.name)
	require.Equal(t, "Tahlia Street", last.arg.(contract.DeliveryCorrection).Address.Street)

	other, _ := tokenOf(9)
	requireRefused(t, correct(other), contract.FailOrderNotYours)
	r.refuse(contract.Refuse(contract.FailAddressFixed))
	requireRefused(t, correct(o.session), contract.FailAddressFixed)
}
