package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestSamePlace_EachPart_Counts(t *testing.T) {
	place := func(change func(*contract.Address)) contract.Address {
		north, east := 24.7, 46.6
		a := contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "7421", Latitude: &north, Longitude: &east}
		change(&a)
		return a
	}
	known := place(func(*contract.Address) {})
	require.True(t, order.IsSamePlace(known, place(func(*contract.Address) {})))
	for name, change := range map[string]func(*contract.Address){
		"city":      func(a *contract.Address) { a.City = "jeddah" },
		"apartment": func(a *contract.Address) { a.ApartmentNumber = "4" },
		"notes":     func(a *contract.Address) { a.Notes = "ring twice" },
		"short":     func(a *contract.Address) { a.ShortAddress = "RRRD2929" },
		"no pin":    func(a *contract.Address) { a.Latitude, a.Longitude = nil, nil },
		"other pin": func(a *contract.Address) { *a.Longitude = 46.7 },
	} {
		require.False(t, order.IsSamePlace(known, place(change)), name)
	}
}
