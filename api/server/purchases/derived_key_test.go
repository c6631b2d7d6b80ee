package purchases_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

const saverByBalance = `{"bundles":[{"id":"net-saver-5"}]}`

// A client that follows the specification sends no Idempotency-Key and no payment method.
func TestBuyBundles_NoKeyTwice_BuysOnce(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	token := r.SignIn(servertest.MainLine)
	buy := func(body string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), servertest.V3)
	}
	first := buy(saverByBalance)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	require.EqualValues(t, 7000, *servertest.Decoded[gen.StartPurchaseAnswer](t, first).Data.Balance)

	again := buy(saverByBalance)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.Body), string(again.Body))

	other := buy(`{"bundles":[{"id":"net-saver-5"}],"total":3000}`)
	require.Equal(t, http.StatusCreated, other.StatusCode, string(other.Body))
	require.Empty(t, other.Header.Get("Idempotent-Replayed"), "another body is another purchase")

	r.Exec("UPDATE idempotent_requests SET begun_at = begun_at - interval '61 seconds', claimed_at = claimed_at - interval '61 seconds'")
	later := buy(saverByBalance)
	require.Equal(t, http.StatusCreated, later.StatusCode, string(later.Body))
	require.NotEqual(t, servertest.Decoded[gen.StartPurchaseAnswer](t, first).Data.Id, servertest.Decoded[gen.StartPurchaseAnswer](t, later).Data.Id)
}

// forgetfulPurchases starts a purchase and loses its outcome.
type forgetfulPurchases struct {
	*servertest.FakePurchases
	asked []string // key and number of each start
	begun contract.Purchase
	lost  bool
}

func (f *forgetfulPurchases) Start(
	ctx context.Context, in contract.PurchaseInput, number func(int) string, key string, pay contract.OpenPurchase,
) (contract.Purchase, error) {
	f.asked = append(f.asked, key, number(0))
	if f.begun.Number == number(0) { // its workflow answers a repeat
		return f.begun, nil
	}
	var err error
	f.begun, err = f.FakePurchases.Start(ctx, in, number, key, pay)
	if f.lost {
		err = flow.ErrOutcomeUnknown
	}
	return f.begun, err
}

func TestBuyBundles_NoKeyUnknown_IsRepeated(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	r.CreditBalance(servertest.OtherLine, 10_000)
	forgetful := &forgetfulPurchases{FakePurchases: r.Purchases, lost: true}
	r.Options.Purchases = forgetful
	r.ReplaceFlow(r.Flow)
	token := r.SignIn(servertest.MainLine)
	buy := func(token string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/purchase/bundle", saverByBalance, servertest.Bearer(token), servertest.V3)
	}
	servertest.RequireRefused(t, buy(token), contract.FailUnavailable)
	forgetful.lost = false
	got := buy(token)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	require.Equal(t, forgetful.asked[:2], forgetful.asked[2:], "the workflow gets the same request")
	require.EqualValues(t, 7000, r.BalanceOf(servertest.MainLine))

	require.Empty(t, buy(r.SignIn(servertest.OtherLine)).Header.Get("Idempotent-Replayed"), "another customer's call is another request")
	require.EqualValues(t, 7000, r.BalanceOf(servertest.OtherLine))
}

// Only calls that the specification lists without a key may leave it out.
func TestStart_NoKey_IsRefused(t *testing.T) {
	r := servertest.New(t)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM), contract.FailIdempotencyMissing)
}
