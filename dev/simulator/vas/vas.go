// Package vas simulates a company whose value-added services run on the operator's lines.
package vas

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "content"

// Operations that can be scripted.
const (
	OperationBegin = "begin"
	OperationFind  = "find"
	OperationEnd   = "end"
)

// Outcomes for scenarios.
const (
	outcomeRefused = "refused"
	outcomePending = "pending-then-active"
	outcomeGone    = "service-gone"
)

// Statuses of a subscription.
const (
	statusActive  = "active"
	statusPending = "pending"
	statusRefused = "refused"
	statusEnded   = "ended"
)

const (
	paceBegins  = "beginAfterMs"
	timerBegins = "begins"
	path        = "/content/v1/subscriptions"
)

// Subscription is a service on a number.
type Subscription struct {
	ID        string    `json:"id"`
	Reference string    `json:"reference"`
	MSISDN    string    `json:"msisdn"`
	Service   string    `json:"service"`
	Status    string    `json:"status"`
	Reason    string    `json:"reason,omitempty"`
	Begun     int       `json:"begun"` // number of starts
	CreatedAt time.Time `json:"createdAt"`
}

var subscriptions = engine.Table[Subscription]{Name: "content-subscriptions"} // by reference

// System is the simulated company.
type System struct{ *engine.System }

// New adds the company to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, key string) *System {
	s := &System{e.AddSystem(Name, "", engine.HeaderKey("X-Api-Key", key))}
	s.Defaults.Pace = map[string]int{paceBegins: 5_000}
	s.OnTimer(timerBegins, begins)
	s.Panel = panel()
	mux.Handle("POST "+path, s.ServeOperation(engine.Operation{
		Name: OperationBegin, Effect: true, Outcomes: []string{outcomeRefused, outcomePending, outcomeGone}, Handle: s.begin,
	}))
	mux.Handle("GET "+path+"/{reference}", s.ServeOperation(engine.Operation{Name: OperationFind, Handle: find}))
	mux.Handle("DELETE "+path+"/{reference}", s.ServeOperation(engine.Operation{Name: OperationEnd, Effect: true, Handle: end}))
	return s
}

type orderBody struct {
	Reference string `json:"reference"`
	MSISDN    string `json:"msisdn"`
	Service   string `json:"service"`
}

// begin makes one subscription under a reference; a repeat returns its state.
func (s *System) begin(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[orderBody](c)
	if !ok {
		return refusal
	}
	known, there := subscriptions.Get(c.Tx, body.Reference)
	switch {
	case body.Reference == "" || body.MSISDN == "" || body.Service == "":
		return engine.Refuse(http.StatusBadRequest, "bad_request", "reference, msisdn and service are needed")
	case there && (known.MSISDN != body.MSISDN || known.Service != body.Service):
		return engine.Refuse(http.StatusConflict, "reference_used", "there is another subscription with this reference")
	case there:
		return engine.OK(known)
	case c.Outcome == outcomeGone:
		return engine.Refuse(http.StatusUnprocessableEntity, "service_unknown", "this service is not ours")
	}
	fresh := Subscription{
		ID: "sub-" + strconv.Itoa(int(subscriptions.Next(c.Tx))), Reference: body.Reference, MSISDN: body.MSISDN, Service: body.Service,
		Status: statusActive, Begun: 1, CreatedAt: c.Shown(c.Now()),
	}
	switch c.Outcome {
	case outcomeRefused:
		fresh.Status, fresh.Reason, fresh.Begun = statusRefused, "number_barred", 0
	case outcomePending:
		fresh.Status, fresh.Begun = statusPending, 0
		s.After(c.Tx, s.Pace(c.Tx, paceBegins), timerBegins, fresh.Reference)
	}
	subscriptions.Put(c.Tx, fresh.Reference, fresh)
	return engine.Answer{Status: http.StatusCreated, Body: fresh}
}

// begins starts a subscription that was pending.
func begins(tx *engine.Tx, reference string) {
	if s, known := subscriptions.Get(tx, reference); known && s.Status == statusPending {
		s.Status, s.Begun = statusActive, s.Begun+1
		subscriptions.Put(tx, reference, s)
	}
}

func find(c *engine.Call) engine.Answer {
	known, there := subscriptions.Get(c.Tx, c.Request.PathValue("reference"))
	if !there {
		return engine.Refuse(http.StatusNotFound, "not_found", "no subscription of this reference")
	}
	return engine.OK(known)
}

func end(c *engine.Call) engine.Answer {
	known, there := subscriptions.Get(c.Tx, c.Request.PathValue("reference"))
	if !there {
		return engine.Refuse(http.StatusNotFound, "not_found", "no subscription of this reference")
	}
	known.Status = statusEnded
	subscriptions.Put(c.Tx, known.Reference, known)
	return engine.Answer{Status: http.StatusNoContent}
}

func panel() engine.Panel {
	return engine.Panel{
		About:   "Value-added services: what runs on which number.",
		Records: sheet,
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"subscriptions": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(subscriptions.Newest(tx, engine.Listed, func(s Subscription) bool {
					return strings.HasSuffix(s.MSISDN, query.Get("msisdn"))
				}))
			},
		},
	}
}

func sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Subscriptions", Head: []string{"Number", "Service", "Status", "Reference"}}
	for _, s := range subscriptions.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{s.MSISDN, s.Service, s.Status + " " + s.Reason, s.Reference}})
	}
	return t
}
