package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

func TestSupport_HeldOrder_IsDecided(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder("1000000008", "8996601000000000004")
	bearer := servertest.Header{"Authorization": "Bearer " + r.SignedIn("support@selfcare.example", "support")}

	list := servertest.Decoded[struct{ Items []gen.Order }](t, r.Call(http.MethodGet, "/api/support/orders?stage=delivered", "", bearer))
	require.Len(t, list.Items, 1)
	require.Nil(t, list.Items[0].Sim, "the PUK is the customer's")

	body := `{"action":"amend","note":"new street","amendments":{"contact":` + servertest.GoodContact + `,
		"address":{"city":"riyadh","area":"Olaya","street":"Tahlia","buildingNumber":"1234"}}}`
	got := r.Call(http.MethodPost, "/api/support/orders/"+o.ID+"/resolution", body, bearer, servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	updates := r.Flow.SentUpdates()
	decided, ok := updates[len(updates)-1].Arg.(contract.Resolution)
	require.True(t, ok)
	require.Equal(t, contract.ResolveAmend, decided.Action)
	require.Equal(t, "Tahlia", decided.Amendments.Address.Street)
	require.Equal(t, "0551234567", decided.Amendments.Contact.Mobile)
	require.NotEmpty(t, decided.Actor)

	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/support/audit?orderId="+o.ID, "", bearer).StatusCode)
}

func TestLists_AfterUnknownPlace_AreRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	for _, list := range []string{"orders", "purchases", "refunds", "settlements/items", "sadad-payments"} {
		servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/"+list+"?after=eyJ4Ijox", "", d.Agent), contract.FailValidation)
	}
}

func TestListOrders_AfterPlace_GoesOn(t *testing.T) {
	d := servertest.NewDesk(t)
	var held []string
	for i := range tx.PageSize + 1 {
		held = append(held, stuck(d, time.Duration(i)*time.Minute).ID)
	}
	type page struct {
		Items []gen.Order
		Next  string
	}
	first := servertest.Decoded[page](t, d.Call(http.MethodGet, "/api/support/orders?stage=held", "", d.Agent))
	require.Len(t, first.Items, tx.PageSize)
	second := servertest.Decoded[page](t, d.Call(http.MethodGet, "/api/support/orders?stage=held&after="+first.Next, "", d.Agent))
	require.Empty(t, second.Next)
	var listed []string
	for _, o := range append(first.Items, second.Items...) {
		listed = append(listed, o.Id)
	}
	require.ElementsMatch(t, held, listed)
}
