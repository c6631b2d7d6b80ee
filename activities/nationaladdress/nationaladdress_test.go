package nationaladdress_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	nationaladdressacts "selfcare/activities/nationaladdress"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/store/catalogue"
)

type post struct {
	answer nationaladdress.Address
	err    error
}

func (p post) Find(context.Context, string, string) (nationaladdress.Address, error) {
	return p.answer, p.err
}

type cityList struct{ err error }

func (c cityList) Cities(context.Context) ([]catalogue.City, error) {
	return []catalogue.City{{Key: "riyadh", NameEn: "Riyadh", NameAr: "الرياض"}, {Key: "jeddah", NameEn: "Jeddah", NameAr: "جدة"}}, c.err
}

var question = contract.AddressQuestion{ShortAddress: "RRRD2929", Language: "en"}

func TestFindNationalAddress_Known_FillsOurAddress(t *testing.T) {
	latitude, longitude := 24.5, 46.6
	for name, tt := range map[string]struct {
		said nationaladdress.Address
		want contract.Address
	}{
		"in full": {
			nationaladdress.Address{
				Cities: []string{"RIYADH", "الرياض"}, District: "Al Olaya  Dist.", Street: "Tahlia", BuildingNumber: "2929", Postcode: "14926", AdditionalNumber: "3125",
				Latitude: latitude, Longitude: longitude,
			},
			contract.Address{
				City: "riyadh", Area: "Al Olaya Dist.", Street: "Tahlia", BuildingNumber: "2929", ShortAddress: "RRRD2929", Postcode: "14926",
				AdditionalNumber: "3125", Latitude: &latitude, Longitude: &longitude,
			},
		},
		"other shapes": {
			nationaladdress.Address{Cities: []string{"", "جدة"}, Street: "x", BuildingNumber: "12", Postcode: "1", Latitude: 51.5, Longitude: 46.6},
			contract.Address{City: "jeddah", ShortAddress: "RRRD2929"},
		},
	} {
		got, err := nationaladdressacts.New(post{answer: tt.said}, cityList{}).FindNationalAddress(t.Context(), question)
		require.NoError(t, err, name)
		require.Equal(t, tt.want, got, name)
	}
}

func TestFindNationalAddress_Refusals_HaveCodes(t *testing.T) {
	find := func(p post) error {
		_, err := nationaladdressacts.New(p, cityList{}).FindNationalAddress(t.Context(), question)
		return err
	}
	unknown := find(post{err: &gateway.Missing{System: "nationaladdress", Code: "no_address"}})
	fixture.RequireRefusal(t, unknown, contract.FailShortAddressUnknown, "shortAddress")
	elsewhere := find(post{answer: nationaladdress.Address{Cities: []string{"AD DAWADIMI", "الدوادمي"}}})
	fixture.RequireRefusal(t, elsewhere, contract.FailShortAddressNotServed, "shortAddress")
	refused := find(post{err: &gateway.Refusal{System: "nationaladdress", Code: "http_401"}})
	fixture.RequireRefusal(t, refused, contract.FailShortAddressUnavailable)
}

func TestFindNationalAddress_NoAnswer_IsTriedAgain(t *testing.T) {
	_, err := nationaladdressacts.New(post{err: fmt.Errorf("slow: %w", gateway.ErrRetry)}, cityList{}).FindNationalAddress(t.Context(), question)
	fixture.RequireRetry(t, err)
	_, err = nationaladdressacts.New(post{answer: nationaladdress.Address{Cities: []string{"RIYADH"}}}, cityList{errors.New("no database")}).FindNationalAddress(t.Context(), question)
	fixture.RequireRetry(t, err)
}
