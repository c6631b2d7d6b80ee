package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestChoosePlan_OnSale_IsCopied(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	chosen := s.Twice(func() (contract.Order, error) {
		return s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
	})
	require.Equal(t, &contract.Plan{
		ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, SubscriptionType: "prepaid", CycleDays: 30,
	}, chosen.Plan)
	require.Equal(t, contract.Halalas(12000), chosen.Price.Total)
	require.Equal(t, contract.Halalas(1565), chosen.Price.VAT, "15 of 115 parts")
	require.Equal(t, []string{"plan.chosen"}, s.LastEvents(o.ID, 1))
}

func TestChoosePlan_Another_NeedsConfirmation(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	chosen := s.Twice(func() (contract.Order, error) {
		return s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "postpaid-200"})
	})
	require.Equal(t, contract.StepOrderConfirmation, chosen.Step)
	require.Equal(t, contract.Halalas(25500), chosen.Price.Total)
}

func TestChoosePlan_NotSold_IsRefused(t *testing.T) {
	for _, plan := range []string{"no-such-plan", "old-1", "data-sim-60"} {
		t.Run(plan, func(t *testing.T) {
			s := newShop(t)
			o := s.Opened(numberA)
			s.Refuses(func() (contract.Order, error) {
				return s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: plan})
			},
				contract.FailPlanUnknown, "planId")
		})
	}
}

func TestSaveContact_Valid_IsKept(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	saved := s.Twice(func() (contract.Order, error) {
		return s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura})
	})
	require.Equal(t, &noura, saved.Contact)
	require.Equal(t, []string{"contact.given"}, s.LastEvents(o.ID, 1))
	require.NotContains(t, s.Written(), noura.Mobile, "personal data is stored encrypted")
}

func TestSaveContact_NotProven_Refused(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	typed := noura
	typed.Verified = nil
	give := func() (contract.Order, error) {
		return s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: typed})
	}
	s.Refuses(give, contract.FailContactUnverified)
}

func TestSaveContact_NoProofNeeded_Kept(t *testing.T) {
	s := newShop(t)
	s.Exec(`INSERT INTO settings (key, value) VALUES ('verifyContact', 'false')`)
	typed := noura
	typed.Verified = nil
	saved := s.Once(s.Orders.SaveContact(ctx, s.Opened(numberA), contract.ContactGiven{At: at(now), Contact: typed}))
	require.Equal(t, &typed, saved.Contact)
}

func TestConfirmPrice_Seen_IsFixed(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.ChoosePlan(ctx, s.Opened(numberA), contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	later := now.Add(time.Minute)
	agreed := contract.PriceConfirmed{At: at(later), Confirmation: contract.Confirmation{AcceptTerms: true, Total: 12000}}
	confirmed := s.Twice(func() (contract.Order, error) { return s.Orders.ConfirmPrice(ctx, o, agreed) })
	require.Equal(t, later, confirmed.Price.PinnedAt)
	require.Equal(t, []string{"order.confirmed"}, s.LastEvents(o.ID, 1))
}

func TestConfirmPrice_Invalid_IsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		agreed contract.Confirmation
		code   contract.Code
		path   []string
	}{
		"without the terms":      {contract.Confirmation{Total: 3000}, contract.FailTermsNotAccepted, []string{"acceptTerms"}},
		"for another price":      {contract.Confirmation{AcceptTerms: true, Total: 2999}, contract.FailPriceChanged, nil},
		"when nothing is to pay": {contract.Confirmation{AcceptTerms: true}, contract.FailAmountZero, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			if test.code == contract.FailAmountZero {
				s.Exec("UPDATE number_categories SET price = 0")
			}
			o := s.Opened(numberA)
			s.Refuses(func() (contract.Order, error) {
				return s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: test.agreed})
			}, test.code, test.path...)
		})
	}
}

func TestConfirmPrice_WithoutPrice_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Opened("")
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: contract.Confirmation{AcceptTerms: true}})
	}, contract.FailPriceChanged)
}
