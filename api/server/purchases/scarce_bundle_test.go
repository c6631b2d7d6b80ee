package purchases_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// Two hundred customers buy at once and fifty bundles are left: fifty buy one, the others are refused and not charged.
func TestBuyBundles_FiftyLeft_SellsExactlyFifty(t *testing.T) {
	const customers, each, stock, price = 20, 10, 50, 1000
	r := servertest.WithPlans(t)
	r.Import("bundles", "id,category,name_en,name_ar,description_en,description_ar,data_mb,validity_days,price,subscriptions,stock,starts_at,position\n"+
		fmt.Sprintf("fifty,latest,Fifty,خمسون,Fifty,خمسون,1024,7,10,prepaid,%d,2026-01-01,0\n", stock))
	answers := make(chan servertest.Answer, customers*each)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for n := range customers {
		mobile := fmt.Sprintf("05700002%02d", n)
		r.Customer(mobile, "prepaid")
		r.CreditBalance(mobile, each*price)
		token := r.SignIn(mobile)
		for range each {
			all.Go(func() {
				<-begin
				answers <- r.BuyBundles(token, `{"bundles":[{"id":"fifty"}],"pay":{"way":"balance"}}`)
			})
		}
	}
	close(begin)
	all.Wait()
	close(answers)
	bought := 0
	for got := range answers {
		if got.StatusCode != http.StatusCreated {
			servertest.RequireRefused(t, got, contract.FailBundleSoldOut)
			continue
		}
		require.Equal(t, gen.PurchaseStatusCompleted, servertest.Decoded[gen.StartPurchaseAnswer](t, got).Data.Status)
		bought++
	}
	require.Equal(t, stock, bought)
	var left contract.Halalas
	for n := range customers {
		left += r.BalanceOf(fmt.Sprintf("05700002%02d", n))
	}
	require.Equal(t, contract.Halalas((customers*each-stock)*price), left, "a refused customer keeps the money")
}
