package server_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

const saverByBalance = `{"bundles":[{"id":"net-saver-5"}]}`

// A client of the specification's calls sends no Idempotency-Key and no means of payment.
func TestBuyBundles_NoKeyTwiceWithinAMinute_BuysOnceFromTheBalance(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.holds(mainLine, 10_000)
	token := r.signIn(mainLine)
	buy := func(body string) answer {
		return r.call(http.MethodPost, "/api/purchase/bundle", body, bearer(token), v3)
	}
	first := buy(saverByBalance)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	require.EqualValues(t, 7000, *decoded[gen.StartPurchaseAnswer](t, first).Data.Balance)

	again := buy(saverByBalance)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.body), string(again.body))

	other := buy(`{"bundles":[{"id":"net-saver-5"}],"total":3000}`)
	require.Equal(t, http.StatusCreated, other.StatusCode, string(other.body))
	require.Empty(t, other.Header.Get("Idempotent-Replayed"), "another body is another purchase")

	r.exec("UPDATE idempotent_requests SET begun_at = begun_at - interval '61 seconds', claimed_at = claimed_at - interval '61 seconds'")
	later := buy(saverByBalance)
	require.Equal(t, http.StatusCreated, later.StatusCode, string(later.body))
	require.NotEqual(t, decoded[gen.StartPurchaseAnswer](t, first).Data.Id, decoded[gen.StartPurchaseAnswer](t, later).Data.Id)
}

// forgetfulPurchases starts a purchase and does not learn what became of it.
type forgetfulPurchases struct {
	*fakePurchases
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
	f.begun, err = f.fakePurchases.Start(ctx, in, number, key, pay)
	if f.lost {
		err = flow.ErrOutcomeUnknown
	}
	return f.begun, err
}

func TestBuyBundles_NoKeyAndOutcomeUnknown_RepeatIsTheSameRequest(t *testing.T) {
	r := withBundles(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 10_000)
	r.holds(otherLine, 10_000)
	forgetful := &forgetfulPurchases{fakePurchases: r.purchases, lost: true}
	r.options.Purchases = forgetful
	r.replaceFlow(r.flow)
	token := r.signIn(mainLine)
	buy := func(token string) answer {
		return r.call(http.MethodPost, "/api/purchase/bundle", saverByBalance, bearer(token), v3)
	}
	requireRefused(t, buy(token), contract.FailUnavailable)
	forgetful.lost = false
	got := buy(token)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	require.Equal(t, forgetful.asked[:2], forgetful.asked[2:], "the workflow is asked for the same request")
	require.EqualValues(t, 7000, r.balanceOf(mainLine))

	require.Empty(t, buy(r.signIn(otherLine)).Header.Get("Idempotent-Replayed"), "another customer's call is another request")
	require.EqualValues(t, 7000, r.balanceOf(otherLine))
}

// Only the calls that the specification lists without a key go without one.
func TestStart_NoKey_IsRefused(t *testing.T) {
	r := newRig(t)
	requireRefused(t, r.call(http.MethodPost, "/api/orders", startSIM), contract.FailIdempotencyMissing)
}
