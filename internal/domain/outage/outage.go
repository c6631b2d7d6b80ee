// Package outage says when a partner counts as away, and which orders and purchases wait for its answer.
package outage

import (
	"strings"
	"time"

	"selfcare/internal/contract"
)

// A partner is away once so many calls in a row failed over such a time, in all processes taken together. A single failed call, or two
// tries within a second, say nothing.
const (
	EnoughCalls = 3
	EnoughTime  = 15 * time.Second
	// ForgetAfter ends an outage that no call has confirmed for so long: work that waits calls at least once a minute.
	ForgetAfter = 15 * time.Minute
)

// Outage is a partner that does not answer.
type Outage struct {
	Partner   string    // its name in the list of partners
	Since     time.Time // the first call that failed
	FailedAt  time.Time // the last
	Calls     int       // that failed since
	Orders    int       // that wait for its answer
	Purchases int
}

// Lasts tells whether the partner counts as away.
func (o Outage) Lasts(now time.Time) bool {
	return o.Calls >= EnoughCalls && o.FailedAt.Sub(o.Since) >= EnoughTime && now.Sub(o.FailedAt) < ForgetAfter
}

// Kinds of work that waits for a partner.
const (
	OfOrder    = "order"
	OfPurchase = "purchase"
)

// Work is an order or a purchase, by the number that its customer knows.
type Work struct{ Kind, Number string }

// ofWorkflows are the processes that work for an order or a purchase, by the beginning of their ids.
var ofWorkflows = map[string]string{
	contract.OrderWorkflowID(""): OfOrder, contract.PortInWorkflowID(""): OfOrder, contract.RefundWorkflowID(""): OfOrder,
	contract.PurchaseWorkflowID(""): OfPurchase,
}

// WorkOf is what a process works for; false where that is neither an order nor a purchase.
func WorkOf(workflowID string) (Work, bool) {
	prefix, number, _ := strings.Cut(workflowID, "/")
	kind, known := ofWorkflows[prefix+"/"]
	if !known || number == "" {
		return Work{}, false
	}
	return Work{Kind: kind, Number: number}, true
}

// Waiting is work that waits for a partner.
type Waiting struct {
	Work
	Partner string
	Since   time.Time // of the outage
}
