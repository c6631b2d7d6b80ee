// Package games simulates a company that sells game codes.
package games

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "games"

// Operations that can be scripted.
const (
	OperationBuy    = "buy"
	OperationFind   = "find"
	OperationCancel = "cancel"
)

// Outcomes for scenarios.
const (
	outcomeRefused = "refused"
	outcomeGone    = "product-gone"
	outcomeFunds   = "insufficient-balance"
	outcomeTwice   = "delivers-twice"
	outcomeNever   = "never"
	outcomeThen    = "pending-then-delivered"
)

// Statuses of an order.
const (
	statusDelivered = "delivered"
	statusPending   = "pending"
	statusRefused   = "refused"
	statusCancelled = "cancelled"
)

const (
	paceDelivers  = "deliverAfterMs"
	timerDelivers = "delivers"
	path          = "/games/v1/orders"
)

// Order is one bought code.
type Order struct {
	ID        string    `json:"orderId"`
	Reference string    `json:"reference"`
	Product   string    `json:"product"`
	Email     string    `json:"email"`
	Mobile    string    `json:"mobile"`
	Status    string    `json:"status"`
	Code      string    `json:"code,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

var (
	orders      = engine.Table[Order]{Name: "games-orders"}          // by id
	byReference = engine.Table[[]string]{Name: "games-by-reference"} // ids, the first one first
)

// System is the simulated company.
type System struct{ *engine.System }

// New adds the company to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, key string) *System {
	s := &System{e.AddSystem(Name, "", engine.HeaderKey("Authorization", "Bearer "+key))}
	s.Defaults.Pace = map[string]int{paceDelivers: 5_000}
	s.OnTimer(timerDelivers, delivers)
	s.Panel = panel()
	mux.Handle("POST "+path, s.ServeOperation(engine.Operation{
		Name: OperationBuy, Effect: true, Handle: s.buy,
		Outcomes: []string{outcomeRefused, outcomeGone, outcomeFunds, outcomeTwice, outcomeNever, outcomeThen},
	}))
	mux.Handle("GET "+path, s.ServeOperation(engine.Operation{Name: OperationFind, Handle: find}))
	mux.Handle("POST "+path+"/{reference}/cancel", s.ServeOperation(engine.Operation{Name: OperationCancel, Effect: true, Handle: cancel}))
	return s
}

type orderBody struct {
	Reference string `json:"reference"`
	Product   string `json:"product"`
	Email     string `json:"email"`
	Mobile    string `json:"mobile"`
}

// buy makes an order for each call: a repeated reference is delivered twice, and must be paid twice.
func (s *System) buy(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[orderBody](c)
	if !ok {
		return refusal
	}
	switch {
	case body.Reference == "" || body.Product == "" || body.Email == "" || body.Mobile == "":
		return engine.Refuse(http.StatusBadRequest, "bad_request", "reference, product, email and mobile are needed")
	case c.Outcome == outcomeGone:
		return engine.Refuse(http.StatusNotFound, "product_unavailable", "this product is not on sale")
	case c.Outcome == outcomeFunds:
		return engine.Refuse(http.StatusUnprocessableEntity, "insufficient_balance", "your account with us does not cover this")
	}
	sold := s.sells(c, body)
	if c.Outcome == outcomeTwice {
		s.sells(c, body)
	}
	return engine.Answer{Status: http.StatusCreated, Body: sold}
}

func (s *System) sells(c *engine.Call, body orderBody) Order {
	o := Order{
		ID: "go-" + strconv.Itoa(int(orders.Next(c.Tx))), Reference: body.Reference, Product: body.Product, Email: body.Email, Mobile: body.Mobile,
		Status: statusDelivered, CreatedAt: c.Shown(c.Now()),
	}
	switch c.Outcome {
	case outcomeRefused:
		o.Status, o.Reason = statusRefused, "out_of_codes"
	case outcomeNever, outcomeThen:
		o.Status = statusPending
	default:
		o.Code = rand.Text()[:16]
	}
	if c.Outcome == outcomeThen {
		s.After(c.Tx, s.Pace(c.Tx, paceDelivers), timerDelivers, o.ID)
	}
	orders.Put(c.Tx, o.ID, o)
	known, _ := byReference.Get(c.Tx, o.Reference)
	byReference.Put(c.Tx, o.Reference, append(slices.Clone(known), o.ID))
	return o
}

// delivers completes a pending order with its code.
func delivers(tx *engine.Tx, id string) {
	if o, known := orders.Get(tx, id); known && o.Status == statusPending {
		o.Status, o.Code = statusDelivered, rand.Text()[:16]
		orders.Put(tx, id, o)
	}
}

func find(c *engine.Call) engine.Answer {
	ids, _ := byReference.Get(c.Tx, c.Request.URL.Query().Get("reference"))
	found := []Order{}
	for _, id := range ids {
		o, _ := orders.Get(c.Tx, id)
		found = append(found, o)
	}
	return engine.OK(found)
}

func cancel(c *engine.Call) engine.Answer {
	ids, known := byReference.Get(c.Tx, c.Request.PathValue("reference"))
	if !known {
		return engine.Refuse(http.StatusNotFound, "not_found", "no order of this reference")
	}
	for _, id := range ids {
		o, _ := orders.Get(c.Tx, id)
		if o.Status == statusDelivered {
			return engine.Refuse(http.StatusConflict, "delivered_already", "its code was delivered")
		}
		if o.Status == statusPending {
			o.Status = statusCancelled
			orders.Put(c.Tx, id, o)
		}
	}
	return engine.Answer{Status: http.StatusNoContent}
}

func panel() engine.Panel {
	return engine.Panel{
		About:   "Codes of games: what was bought, and for whom.",
		Records: sheet,
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"orders": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(orders.Newest(tx, engine.Listed, func(o Order) bool {
					asked := query.Get("reference")
					return asked == "" || o.Reference == asked
				}))
			},
		},
	}
}

func sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Orders", Head: []string{"Product", "Status", "Code", "Email", "Mobile", "Reference"}}
	for _, o := range orders.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{o.Product, o.Status + " " + o.Reason, o.Code, o.Email, o.Mobile, o.Reference}})
	}
	return t
}
