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

// LinkTo returns the link token of a message sent at a time, as the worker makes it.
func (r *Rig) LinkTo(o Started, scope permission.Scope, sent time.Time, message string) string {
	return messagelink.NewSigner(r.Options.Pepper).Token(o.ID, scope, sent, message)
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
