package servertest

import (
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/order"
)

// LinkTo makes and keeps the link of a message sent at a time, and returns its code.
func (r *Rig) LinkTo(o Started, scope permission.Scope, sent time.Time, message string) string {
	return r.keepLink(messagelink.ToOrder(o.ID, scope, sent), message)
}

// LinkToBill makes and keeps the link of a message about a bill that was sent at a time, and returns its code.
func (r *Rig) LinkToBill(invoiceID string, sent time.Time) string {
	return r.keepLink(messagelink.ToInvoice(invoiceID, sent), "bill-"+sent.String())
}

// LinkToPage makes and keeps the short link of a message that was sent at a time, and returns its code.
func (r *Rig) LinkToPage(page string, sent time.Time) string {
	return r.keepLink(messagelink.ToPage(page, sent), "page-"+page)
}

// LinkToStopOffers makes and keeps the link of a promotion that was sent at a time, and returns its code.
func (r *Rig) LinkToStopOffers(userID, channel string, sent time.Time) string {
	return r.keepLink(messagelink.ToUnsubscribe(userID, channel, sent), userID+channel+sent.String())
}

func (r *Rig) keepLink(to messagelink.Link, message string) string {
	r.T.Helper()
	code := messagelink.NewSigner(r.Options.Pepper).Code("test", to.OrderID+to.InvoiceID+message)
	require.NoError(r.T, r.Store.MessageLinks.Keep(r.T.Context(), code, to))
	return string(code)
}

func (r *Rig) OpenLink(session, token string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/link", `{"token":"`+token+`"}`, append(headers, Bearer(session))...)
}

type OpenedLink struct {
	OrderID, OrderSessionID string
	Opened                  gen.OrderPart
}

// OpenPartByLink opens a message's link in a new browser and returns the session for that part of the order.
func (r *Rig) OpenPartByLink(o Started, scope permission.Scope) Started {
	r.T.Helper()
	got := r.OpenLink(r.FreshDevice(), r.LinkTo(o, scope, time.Now(), "m-"+uuid.NewString()))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	opened := Decoded[OpenedLink](r.T, got)
	require.Equal(r.T, o.ID, opened.OrderID)
	require.Equal(r.T, gen.OrderPart(scope), opened.Opened)
	return Started{o.ID, opened.OrderSessionID}
}

// Put saves the next state of an order, as its activities would.
func (r *Rig) Put(o Started, change func(*contract.Order), events ...order.Event) contract.Order {
	r.T.Helper()
	record, err := r.Store.Orders.Get(r.T.Context(), o.ID)
	require.NoError(r.T, err)
	changed := record.Order
	change(&changed)
	changed.Seq++
	require.NoError(r.T, r.Store.Orders.Save(r.T.Context(), changed, events...))
	return changed
}

// StartUnderID starts a guest's order under an ID number, up to its price.
func (r *Rig) StartUnderID(idNumber string) Started {
	r.T.Helper()
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Stage = contract.StagePreparing
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LineNumber, Amount: 61500}}, Total: 61500}
	})
	return o
}
