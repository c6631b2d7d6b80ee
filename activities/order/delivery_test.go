package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func atBranch(id string) contract.DeliveryChoice {
	return contract.DeliveryChoice{Method: contract.DeliverPickup, BranchID: id}
}

func TestChooseDelivery_Home_InServedCity(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	choice := contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")}
	chosen := s.Twice(func() (contract.Order, error) { return s.Orders.ChooseDelivery(ctx, o, choice) })
	require.Equal(t, &contract.Delivery{Method: contract.DeliverHome, Fee: 2500, Address: choice.Choice.Address}, chosen.Delivery)
	require.Equal(t, contract.Halalas(14500), chosen.Price.Total)
	require.Equal(t, []string{"delivery.chosen"}, s.LastEvents(o.ID, 1))
	require.NotContains(t, s.Written(), "Tahlia", "an address is stored encrypted")
}

func TestChooseDelivery_Branch_InOrdersLanguage(t *testing.T) {
	for language, name := range map[string]string{"en": "Olaya", "ar": "العليا"} {
		t.Run(language, func(t *testing.T) {
			s := newShop(t)
			o := s.Eligible(numberA)
			o.Language = language
			chosen := s.Twice(func() (contract.Order, error) {
				return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: atBranch("RUH-1")})
			})
			require.Equal(t, &contract.Delivery{Method: contract.DeliverPickup, Fee: 1500, BranchID: "RUH-1", Branch: name, City: "riyadh"}, chosen.Delivery)
			require.Equal(t, contract.Halalas(13500), chosen.Price.Total)
		})
	}
}

func TestChooseDelivery_Changed_NeedsConfirmation(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	chosen := s.Twice(func() (contract.Order, error) {
		return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: atBranch("RUH-1")})
	})
	require.Equal(t, contract.StepOrderConfirmation, chosen.Step)
}

func TestChooseDelivery_Fees_AreSettings(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	s.Set("deliveryFeeHome", "3100")
	chosen := s.Twice(func() (contract.Order, error) {
		return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")})
	})
	require.Equal(t, contract.Halalas(3100), chosen.Delivery.Fee)
}

func TestChooseDelivery_Invalid_Refused(t *testing.T) {
	for name, test := range map[string]struct {
		choice contract.DeliveryChoice
		code   contract.Code
		path   string
	}{
		"city not served":         {homeIn("atlantis"), contract.FailCityUnknown, "address.city"},
		"home without an address": {contract.DeliveryChoice{Method: contract.DeliverHome}, contract.FailAddressRequired, "address"},
		"branch closed":           {atBranch("RUH-9"), contract.FailBranchUnknown, "branchId"},
		"by drone":                {contract.DeliveryChoice{Method: "drone"}, contract.FailDeliveryNotOffered, "method"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.Eligible(numberA)
			s.Refuses(func() (contract.Order, error) {
				return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: test.choice})
			}, test.code, test.path)
		})
	}
}

func TestChooseDelivery_PartnerBrand_HomeOnly(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	s.Set("partnerBrandHomeOnly", "true")
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: atBranch("RUH-1")})
	}, contract.FailDeliveryNotOffered, "method")
	s.Twice(func() (contract.Order, error) {
		return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")})
	})
}
