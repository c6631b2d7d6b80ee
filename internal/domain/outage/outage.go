// Package outage says when a partner counts as unavailable, and which orders and purchases wait for it.
package outage

import (
	"strings"
	"time"

	"selfcare/internal/contract"
)

// A partner counts as unavailable after this many failed calls in a row over this time, in all processes together. A single
// failed call, or two within a second, prove nothing.
const (
	EnoughCalls = 3
	EnoughTime  = 15 * time.Second
	// ForgetAfter ends an outage that no call has confirmed for this long: waiting work calls at least once a minute.
	ForgetAfter = 15 * time.Minute
)

// Outage is a partner that does not answer.
type Outage struct {
	Partner   string    // name in the list of partners
	Since     time.Time // first failed call
	FailedAt  time.Time // last failed call
	Calls     int       // failed calls since
	Orders    int       // waiting orders
	Purchases int
}

// IsActive tells whether the partner counts as unavailable.
func (o Outage) IsActive(now time.Time) bool {
	return o.Calls >= EnoughCalls && o.FailedAt.Sub(o.Since) >= EnoughTime && now.Sub(o.FailedAt) < ForgetAfter
}

// Kinds of work that may wait for a partner.
const (
	OfOrder    = "order"
	OfPurchase = "purchase"
)

// Work is an order or a purchase, by the number that its customer knows.
type Work struct{ Kind, Number string }

// ofWorkflows maps the beginning of workflow ids to orders and purchases.
var ofWorkflows = map[string]string{
	contract.OrderWorkflowID(""): OfOrder, contract.PortInWorkflowID(""): OfOrder, contract.RefundWorkflowID(""): OfOrder,
	contract.PurchaseWorkflowID(""): OfPurchase,
}

// WorkOf returns the order or purchase of a workflow; false for other workflows.
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
