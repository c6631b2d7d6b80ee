package messagelink

import (
	"time"

	"selfcare/internal/domain/permission"
)

// lasts is how long a link is valid after the cause of its message. Links that show a secret or change something end sooner. A
// message may arrive a day late, so each lasts two days at least.
var lasts = map[permission.Scope]time.Duration{
	permission.Tracking:     7 * 24 * time.Hour,
	permission.Activation:   3 * 24 * time.Hour,
	permission.Installation: 2 * 24 * time.Hour,
	permission.Correction:   3 * 24 * time.Hour,
	permission.Payment:      2 * 24 * time.Hour,
}

// billLasts is the validity of a bill's link: as long as an unpaid bill is demanded.
const billLasts = 366 * 24 * time.Hour

// pageLasts is the validity of a short link to a page: a service request may take months, and the secret of the page may end sooner.
const pageLasts = 366 * 24 * time.Hour

// unsubscribeLasts is the validity of a link to stop promotions: an old letter must still stop them.
const unsubscribeLasts = 60 * 24 * time.Hour

// atLeast is the shortest session after a link was opened.
const atLeast = time.Hour

// SessionEnds returns the end of the session of the browser that opened a link.
func (l Link) SessionEnds(now time.Time) time.Time {
	if soonest := now.Add(atLeast); l.Ends.Before(soonest) {
		return soonest
	}
	return l.Ends
}

// Over tells whether a link has expired.
func (l Link) Over(now time.Time) bool { return !now.Before(l.Ends) }

// MessageToPay asks a customer to pay for an order that was placed by telephone.
const MessageToPay = "order-to-pay"

// opens maps templates with a request to the scope of their link. Other templates report progress.
var opens = map[string]permission.Scope{
	"order-delivered": permission.Activation, "activation-reminder": permission.Activation,
	"esim-ready": permission.Installation, "esim-ready-port": permission.Installation, "esim-reminder": permission.Installation,
	"port-rejected": permission.Correction, MessageToPay: permission.Payment,
}

// ScopeOf returns the scope of the link in a message.
func ScopeOf(template string) permission.Scope {
	if scope, asks := opens[template]; asks {
		return scope
	}
	return permission.Tracking
}
