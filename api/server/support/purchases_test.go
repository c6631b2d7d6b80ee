package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// heldOf makes a held purchase of a kind.
func heldOf(r *servertest.Rig, kind contract.PurchaseKind, token string) gen.Purchase {
	r.T.Helper()
	r.Purchases.Fails = contract.FailLineBlocked
	defer func() { r.Purchases.Fails = "" }()
	bodies := map[contract.PurchaseKind]string{
		contract.PurchaseRecharge: servertest.Recharge50, contract.PurchaseVoucher: servertest.VoucherBody(servertest.GoodCode),
		contract.PurchaseData: `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`,
	}
	switch kind {
	case contract.TransferCredit:
		code := r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000))
		return servertest.Decoded[struct{ Data gen.Purchase }](r.T, r.GiveCredit(token, servertest.OtherLine, 1_000, code)).Data
	case contract.TransferData:
		return r.GiveData(token, r.BucketOf(servertest.MainLine, 700, time.Now().Add(time.Hour)), "500")
	case contract.TransferInternational:
		sent := r.SendTopUp(token, servertest.RupeesChosen, r.TopUpCode(token, servertest.RupeesChosen))
		return servertest.Decoded[struct{ Data gen.Purchase }](r.T, sent).Data
	case contract.PurchaseGame:
		r.SellGames()
		return r.MustBuy(token, servertest.GameBody("play-50", "balance"))
	case contract.PurchaseService:
		r.SellServices()
		return r.MustSubscribe(token, "daily-news")
	case contract.PurchaseRecharge, contract.PurchaseVoucher, contract.PurchaseData:
		return r.MustBuy(token, bodies[kind])
	case contract.PurchaseBundle:
		return r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-1"}],"pay":{"way":"balance"}}`)
	case contract.PurchaseGift:
		return r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-1"}],"gift":"`+servertest.OtherLine+`","pay":{"way":"balance"}}`)
	case contract.PurchaseCard, contract.PurchaseSwitch, contract.PurchaseInvoice:
	}
	got := r.Call(http.MethodPost, "/api/users/current/cards", `{"cardToken":"tok_0123456789abcdef"}`, servertest.Bearer(token), servertest.FreshKey())
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.Purchase }](r.T, got).Data
}

func TestSupport_HeldPurchase_IsResumed(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 10_000)
	r.Pack("data-1", 1000)
	shelf(r)
	r.Voucher(servertest.GoodCode, 2000, time.Now().Add(time.Hour))
	token, support := r.SignIn(servertest.MainLine), r.SignedIn("support@selfcare.example", "support")
	for kind := range purchase.Definitions {
		if kind == contract.PurchaseSwitch || kind == contract.PurchaseInvoice { // the plan decides about a switch; a bill has its own start
			continue
		}
		held := heldOf(r, kind, token)
		require.Equal(t, gen.PurchaseStatusHeld, held.Status, kind)
		require.Equal(t, string(contract.FailDelivery), held.Failure.Code, "the customer reads that we are working on it")

		listed := r.Call(http.MethodGet, "/api/support/purchases", "", servertest.Bearer(support))
		items := servertest.Decoded[struct{ Items []gen.Purchase }](t, listed).Items
		require.Len(t, items, 1, kind)
		require.Equal(t, held.Number, items[0].Number)
		require.Equal(t, string(contract.FailLineBlocked), items[0].Failure.Code, "support reads why")
		to := map[bool]string{true: "057•••0002", false: "057•••0001"}
		require.Equal(t, to[purchase.Definitions[kind].Transfer || kind == contract.PurchaseGift], items[0].Msisdn)

		body := `{"action":"retry","note":"the line is free again"}`
		got := r.Call(http.MethodPost, "/api/support/purchases/"+held.Id+"/resolution", body, servertest.Bearer(support), servertest.FreshKey())
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.NotEqual(t, gen.PurchaseStatusHeld, servertest.Decoded[struct{ Data gen.Purchase }](t, got).Data.Status, kind)
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/support/purchases/"+held.Id+"/resolution", body, servertest.Bearer(support), servertest.FreshKey()), contract.FailPurchaseNotHeld)
	}
	found := r.Call(http.MethodGet, "/api/support/purchases?status=completed", "", servertest.Bearer(support))
	require.Len(t, servertest.Decoded[struct{ Items []gen.Purchase }](t, found).Items, len(purchase.Definitions)-3, "the money of a card's check is still on its way back")
}

func TestSupport_Delivery_CannotBeSkipped(t *testing.T) {
	held := contract.Purchase{Stage: contract.PurchaseHeld, Held: &contract.HeldPurchase{Work: contract.WorkRefund}}
	require.Error(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveCancel}))
	require.NoError(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveSkip}))
	held.Held.Work = contract.WorkDeliver
	require.NoError(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveCancel}))
	require.Error(t, purchase.ValidateResolution(held, contract.Resolution{Action: contract.ResolveSkip}))
}
