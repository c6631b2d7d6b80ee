package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// heldOf makes one purchase of a kind that waits for support.
func (r *rig) heldOf(kind contract.PurchaseKind, token string) gen.Purchase {
	r.t.Helper()
	r.purchases.fails = contract.FailLineBlocked
	defer func() { r.purchases.fails = "" }()
	bodies := map[contract.PurchaseKind]string{
		contract.PurchaseRecharge: recharge50, contract.PurchaseVoucher: voucherBody(goodCode),
		contract.PurchaseData: `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`,
	}
	switch kind {
	case contract.TransferCredit:
		code := r.transferCode(token, creditCode(otherLine, 1_000))
		return decoded[struct{ Data gen.Purchase }](r.t, r.givesCredit(token, otherLine, 1_000, code)).Data
	case contract.TransferData:
		return r.givesData(token, r.bucketOf(mainLine, 700, time.Now().Add(time.Hour)), "500")
	case contract.TransferInternational:
		sent := r.sendsAbroad(token, rupeesChosen, r.abroadCode(token, rupeesChosen))
		return decoded[struct{ Data gen.Purchase }](r.t, sent).Data
	case contract.PurchaseGame:
		r.sellsGames()
		return r.buys(token, gameBody("play-50", "balance"))
	case contract.PurchaseService:
		r.sellsServices()
		return r.subscribes(token, "daily-news")
	case contract.PurchaseRecharge, contract.PurchaseVoucher, contract.PurchaseData:
		return r.buys(token, bodies[kind])
	case contract.PurchaseBundle:
		return r.buysBundles(token, `{"bundles":[{"id":"net-saver-1"}],"pay":{"way":"balance"}}`)
	case contract.PurchaseGift:
		return r.buysBundles(token, `{"bundles":[{"id":"net-saver-1"}],"gift":"`+otherLine+`","pay":{"way":"balance"}}`)
	case contract.PurchaseCard, contract.PurchaseSwitch, contract.PurchaseInvoice:
	}
	got := r.call(http.MethodPost, "/api/users/current/cards", `{"cardToken":"tok_0123456789abcdef"}`, bearer(token), freshKey())
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Purchase }](r.t, got).Data
}

func TestSupportSeesEachKindOfPurchaseThatIsHeldAndResumesIt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 10_000)
	r.pack("data-1", 1000)
	r.shelf()
	r.voucher(goodCode, 2000, time.Now().Add(time.Hour))
	token, support := r.signIn(mainLine), r.signedIn("support@selfcare.example", "support")
	for kind := range purchase.Definitions {
		if kind == contract.PurchaseSwitch || kind == contract.PurchaseInvoice { // its plan says yes or no; a bill has its own start
			continue
		}
		held := r.heldOf(kind, token)
		require.Equal(t, gen.PurchaseStatusHeld, held.Status, kind)
		require.Equal(t, string(contract.FailDelivery), held.Failure.Code, "its customer reads that we are on it")

		listed := r.call(http.MethodGet, "/api/support/purchases", "", bearer(support))
		items := decoded[struct{ Items []gen.Purchase }](t, listed).Items
		require.Len(t, items, 1, kind)
		require.Equal(t, held.Number, items[0].Number)
		require.Equal(t, string(contract.FailLineBlocked), items[0].Failure.Code, "support reads why")
		to := map[bool]string{true: "057•••0002", false: "057•••0001"}
		require.Equal(t, to[purchase.Definitions[kind].Transfer || kind == contract.PurchaseGift], items[0].Msisdn)

		body := `{"action":"retry","note":"the line is free again"}`
		got := r.call(http.MethodPost, "/api/support/purchases/"+held.Id+"/resolution", body, bearer(support), freshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.NotEqual(t, gen.PurchaseStatusHeld, decoded[struct{ Data gen.Purchase }](t, got).Data.Status, kind)
		requireRefused(t, r.call(http.MethodPost, "/api/support/purchases/"+held.Id+"/resolution", body, bearer(support), freshKey()), contract.FailPurchaseNotHeld)
	}
	found := r.call(http.MethodGet, "/api/support/purchases?status=completed", "", bearer(support))
	require.Len(t, decoded[struct{ Items []gen.Purchase }](t, found).Items, len(purchase.Definitions)-3, "the money of a card's check is still on its way back")
}

func TestARefundIsNotCalledOffAndADeliveryNotSkipped(t *testing.T) {
	held := contract.Purchase{Stage: contract.PurchaseHeld, Held: &contract.HeldPurchase{Work: contract.WorkRefund}}
	require.Error(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveCancel}))
	require.NoError(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveSkip}))
	held.Held.Work = contract.WorkDeliver
	require.NoError(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveCancel}))
	require.Error(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveSkip}))
}
