// Package messages is the port to the SMS and e-mail sender.
package messages

import "context"

// The channels.
const (
	SMS   = "sms"
	Email = "email"
)

// AddressInvalid is the refusal of an address that does not exist.
const AddressInvalid = "address_invalid"

// Message is one text to one person. Key is the idempotency key: the sender drops repeats.
type Message struct {
	Key      string
	Channel  string // SMS or Email
	To       string // 05nnnnnnnn or an e-mail address
	Language string
	Subject  string // Email only
	Text     string
}

// Gateway sends messages. Errors are gateway.ErrFinal (Refusal: address_invalid …), ErrRetry, ErrUnknown (repeat it: Key
// protects).
type Gateway interface {
	Send(ctx context.Context, m Message) error
}
