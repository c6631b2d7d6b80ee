package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

func TestValidatePromo_OtherKind_IsRefused(t *testing.T) {
	now := time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	begun := now.Add(-time.Hour)
	for name, tt := range map[string]struct {
		kind  contract.PurchaseKind
		terms order.PromoTerms
		want  contract.Code
	}{
		"named":                 {contract.PurchaseRecharge, order.PromoTerms{StartsAt: begun, Kinds: []string{"esim", "recharge"}}, ""},
		"a named data recharge": {contract.PurchaseData, order.PromoTerms{StartsAt: begun, Kinds: []string{"data-recharge"}}, ""},
		"another is named":      {contract.PurchaseData, order.PromoTerms{StartsAt: begun, Kinds: []string{"recharge"}}, contract.FailPromoNotApplicable},
		"for every order":       {contract.PurchaseRecharge, order.PromoTerms{StartsAt: begun}, contract.FailPromoNotApplicable},
		"for a plan":            {contract.PurchaseRecharge, order.PromoTerms{StartsAt: begun, Kinds: []string{"recharge"}, Plans: []string{"hawakom-90"}}, contract.FailPromoNotApplicable},
		"a voucher, named":      {contract.PurchaseVoucher, order.PromoTerms{StartsAt: begun, Kinds: []string{"voucher"}}, contract.FailPromoNotApplicable},
		"a card, named":         {contract.PurchaseCard, order.PromoTerms{StartsAt: begun, Kinds: []string{"card"}}, contract.FailPromoNotApplicable},
		"not yet":               {contract.PurchaseRecharge, order.PromoTerms{StartsAt: now.Add(1), Kinds: []string{"recharge"}}, contract.FailPromoInvalid},
		"the instant it ends":   {contract.PurchaseRecharge, order.PromoTerms{StartsAt: begun, EndsAt: now, Kinds: []string{"recharge"}}, contract.FailPromoExpired},
		"the last one it runs":  {contract.PurchaseRecharge, order.PromoTerms{StartsAt: begun, EndsAt: now.Add(1), Kinds: []string{"recharge"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := purchase.ValidatePromo(tt.kind, tt.terms, now)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.RefuseField("promoCode", tt.want), err)
		})
	}
}

func TestWithPromo_Discount_ReducesVAT(t *testing.T) {
	card, balance := contract.Purchase{Amount: 5000, Total: 5750, VAT: 750}, contract.Purchase{Total: 5000}
	for name, tt := range map[string]struct {
		bought   contract.Purchase
		terms    order.PromoTerms
		total    contract.Halalas
		vat      contract.Halalas
		discount contract.Halalas
		cost     contract.Halalas
	}{
		"a tenth":                  {card, order.PromoTerms{Percent: 10}, 5175, 675, 575, 500},
		"a third, rounded down":    {card, order.PromoTerms{Percent: 33}, 3853, 503, 1897, 1650},
		"eleven riyals and a half": {card, order.PromoTerms{Amount: 1150}, 4600, 600, 1150, 1000},
		"all but a halala":         {card, order.PromoTerms{Amount: 5749}, 1, 0, 5749, 4999},
		"from a balance":           {balance, order.PromoTerms{Percent: 10}, 4500, 0, 500, 500},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := purchase.WithPromo(tt.bought, tt.terms, 15)
			require.NoError(t, err)
			require.Equal(t, []contract.Halalas{tt.total, tt.vat, tt.discount, tt.cost}, []contract.Halalas{got.Total, got.VAT, got.Promo.Discount, got.Promo.Cost})
			require.Equal(t, tt.bought.Amount, got.Amount, "the delivery is unchanged")
		})
	}
	for name, terms := range map[string]order.PromoTerms{"nothing is left": {Amount: 5750}, "nothing is taken off": {}} {
		_, err := purchase.WithPromo(card, terms, 15)
		require.Equal(t, contract.RefuseField("promoCode", contract.FailPromoNotApplicable), err, name)
	}
}
