package purchase_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	domain "selfcare/internal/domain/purchase"
)

// promo offers a code for purchases. more sets further columns of its row.
func (l *till) promo(code, columns, more string) {
	l.t.Helper()
	l.exec(`INSERT INTO promo_codes (code, percent, kinds, starts_at` + columns + `) VALUES ('` + code + `', 10, '{recharge,data-recharge}', '2020-01-01'` + more + `)`)
}

func (l *till) used(code string) (count int) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(`SELECT used FROM promo_codes WHERE code = ? AND used = (SELECT count(*) FROM promo_purchase_uses)`, code).Scan(ctx, &count))
	return count
}

// with takes ten per cent off a purchase.
func (l *till) with(p contract.Purchase, code string) contract.Purchase {
	l.t.Helper()
	p, err := domain.WithPromo(p, order.PromoTerms{Code: code, Percent: 10}, 15)
	require.NoError(l.t, err)
	if p.Payment != nil {
		p.Payment.Amount = p.Total
	}
	return p
}

func TestPromo_Discount_IsMarketing(t *testing.T) {
	for name, tt := range map[string]struct {
		kind contract.PurchaseKind
		way  contract.PaymentMethod
		want map[string]contract.Halalas
	}{
		"a recharge": {contract.PurchaseRecharge, contract.PayCard, map[string]contract.Halalas{
			"payment-provider": 5175, "vat": -675, "marketing": 500, "line": -5000,
		}},
		"data by card": {contract.PurchaseData, contract.PayCard, map[string]contract.Halalas{
			"payment-provider": 5175, "vat": -675, "marketing": 500, "revenue": -5000,
		}},
		"data from the balance": {contract.PurchaseData, contract.PayBalance, map[string]contract.Halalas{
			"line": 4500, "marketing": 500, "revenue": -5000,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newTill(t)
			l.holds(10_000)
			l.promo("SAVE10", "", "")
			p := l.delivers(l.pays(l.opens(l.with(l.draft(tt.kind, tt.way), "SAVE10")), contract.PaymentPaid))
			require.Equal(t, contract.PurchaseCompleted, p.Stage)
			accounts := l.accounts(p)
			if line, moved := accounts["line/"+l.lineID]; moved {
				delete(accounts, "line/"+l.lineID)
				accounts["line"] = line
			}
			require.Equal(t, tt.want, accounts)
			require.Equal(t, 1, l.used("SAVE10"))
		})
	}
}

func TestPromo_FailedPurchase_FreesUse(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	l.promo("SAVE10", "", "")
	for name, ends := range map[string]func(p contract.Purchase) contract.Purchase{
		"declined":  func(p contract.Purchase) contract.Purchase { return l.pays(p, contract.PaymentDeclined) },
		"abandoned": func(p contract.Purchase) contract.Purchase { return l.pays(p, contract.PaymentAbandoned) },
		"given back": func(p contract.Purchase) contract.Purchase {
			return l.givesBack(l.pays(p, contract.PaymentPaid))
		},
	} {
		t.Run(name, func(t *testing.T) {
			opened := l.opens(l.with(l.draft(contract.PurchaseRecharge, contract.PayCard), "SAVE10"))
			require.Equal(t, 1, l.used("SAVE10"))
			require.Equal(t, contract.PurchaseFailed, ends(opened).Stage)
			require.Zero(t, l.used("SAVE10"))
		})
	}
	l.givesBack(l.opens(l.with(l.draft(contract.PurchaseData, contract.PayBalance), "SAVE10")))
	require.Zero(t, l.used("SAVE10"))
	require.EqualValues(t, 10_000, l.balance())
}

func TestPromo_SameCustomer_HasItOnce(t *testing.T) {
	l := newTill(t)
	l.promo("SAVE10", "", "")
	l.promo("TWICE", ", max_uses_per_id", ", 2")
	opens := func(code string) error {
		_, err := l.OpenPurchase(ctx, l.with(l.draft(contract.PurchaseRecharge, contract.PayCard), code), contract.PurchaseOpening{At: at})
		return err
	}
	require.NoError(t, opens("SAVE10"))
	refusedWith(t, contract.FailPromoUsedUp, opens("SAVE10"))
	require.NoError(t, opens("TWICE"))
	require.NoError(t, opens("TWICE"))
	refusedWith(t, contract.FailPromoUsedUp, opens("TWICE"))
	refusedWith(t, contract.FailPromoInvalid, opens("NEVERSEEN"))
}

func TestPromo_LastUse_GoesToOneOfMany(t *testing.T) {
	l := newTill(t)
	l.promo("LAST1", ", max_uses, max_uses_per_id", ", 1, 9")
	var all sync.WaitGroup
	refused := make(chan error, 8)
	for range cap(refused) {
		p := l.with(l.draft(contract.PurchaseRecharge, contract.PayCard), "LAST1")
		all.Go(func() {
			_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
			refused <- err
		})
	}
	all.Wait()
	close(refused)
	bought := 0
	for err := range refused {
		if err == nil {
			bought++
			continue
		}
		refusedWith(t, contract.FailPromoUsedUp, err)
	}
	require.Equal(t, 1, bought)
	require.Equal(t, 1, l.used("LAST1"))
}
