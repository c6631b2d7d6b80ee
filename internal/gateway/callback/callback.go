// Package callback has what the call-backs of all partners share: a request as it came, the events that an adapter reads from it, and
// the signed envelope of the adapters named generic.
package callback

import (
	"context"
	"errors"
	"net/netip"
	"time"
)

// Request is a call-back as it came.
type Request struct {
	Header func(name string) string // value of a header; empty without it
	Query  func(name string) string // value of a parameter of the address; empty without it
	Body   []byte
	Client netip.Addr // address of the sender, by what trusted proxies say
	At     time.Time  // moment of receipt
}

// Event is one report of a partner.
type Event struct {
	// ID is the same for each repeat, and no other event of the port has it: 8 to 80 characters.
	ID         string
	OccurredAt time.Time
	// News is the content in terms of the port, such as Payment. It goes to the database, encrypted.
	News any
}

// Receiver is the part of an adapter that reads call-backs. Each event may come again, late or in another order.
type Receiver interface {
	// Receive proves who sent a request and returns its events; none if the request says nothing that we need. Errors are
	// ErrForged, ErrUnreadable, *Invalid, and gateway.ErrRetry if the proof cannot be made now.
	Receive(ctx context.Context, r Request) ([]Event, error)
}

// ErrForged means that the sender did not prove to be the partner, or that the proof is too old.
var ErrForged = errors.New("the call-back does not come from the partner")

// ErrUnreadable means that a body does not have the format of the partner.
var ErrUnreadable = errors.New("the call-back cannot be read")

// Invalid is a readable call-back with an impossible value.
type Invalid struct{ Field string } // as in data.status

// Error names the field.
func (i *Invalid) Error() string { return "the call-back has an invalid " + i.Field }

// Bounds of an id of an event.
const (
	shortestID = 8
	longestID  = 80
)

// IsID tells whether a text can be the id of an event: 8 to 80 printable characters of ASCII.
func IsID(text string) bool {
	for _, sign := range text {
		if sign < ' ' || sign > '~' {
			return false
		}
	}
	return len(text) >= shortestID && len(text) <= longestID
}
