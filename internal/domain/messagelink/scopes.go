package messagelink

import (
	"time"

	"selfcare/internal/domain/permission"
)

// lasts is for how long a link opens anything, counted from when its message was caused. What shows a secret or changes
// something is over sooner. A message may be late by a day at most, so none lasts less than two.
var lasts = map[permission.Scope]time.Duration{
	permission.Tracking:     7 * 24 * time.Hour,
	permission.Activation:   3 * 24 * time.Hour,
	permission.Installation: 2 * 24 * time.Hour,
	permission.Correction:   3 * 24 * time.Hour,
	permission.Payment:      2 * 24 * time.Hour,
}

// billLasts is for how long the link of a bill opens it: a bill that nobody paid is asked for that long.
const billLasts = 366 * 24 * time.Hour

// atLeast is how long somebody has who opened a link just before its end.
const atLeast = time.Hour

// SessionEnds is until when the browser that opened a link may go on.
func (l Link) SessionEnds(now time.Time) time.Time {
	if soonest := now.Add(atLeast); l.Ends.Before(soonest) {
		return soonest
	}
	return l.Ends
}

// Over tells whether a link opens nothing any more.
func (l Link) Over(now time.Time) bool { return !now.Before(l.Ends) }

// MessageToPay asks the customer of an order that was put together on the telephone to pay it.
const MessageToPay = "order-to-pay"

// opens is what the messages ask for that ask for something. All others tell how an order is getting on.
var opens = map[string]permission.Scope{
	"order-delivered": permission.Activation, "activation-reminder": permission.Activation,
	"esim-ready": permission.Installation, "esim-ready-port": permission.Installation, "esim-reminder": permission.Installation,
	"port-rejected": permission.Correction, MessageToPay: permission.Payment,
}

// ScopeOf is what a message's link opens.
func ScopeOf(template string) permission.Scope {
	if scope, asks := opens[template]; asks {
		return scope
	}
	return permission.Tracking
}
