// Package messages is the port to the senders of SMS and e-mail. Each adapter is a folder below it.
package messages

import (
	"context"

	"selfcare/internal/gateway"
)

// The channels.
const (
	SMS   = "sms"
	Email = "email"
)

// AddressInvalid is the refusal of an address that does not exist.
const AddressInvalid = "address_invalid"

// Message is one text to one person. Key is the idempotency key: a sender, or the recipient's program, drops repeats.
type Message struct {
	Key      string
	Channel  string // SMS or Email
	To       string // 05nnnnnnnn or an e-mail address
	Class    string // of the domain's notices: transactional, security, promotional
	Language string
	Subject  string // Email only
	Text     string
	HTML     string // Email only: the same content as a page; empty sends the text alone
	Repeated bool   // an earlier try may have sent it
	// Attachments of an Email, together at most LargestAttachments.
	Attachments []Attachment
	// Unsubscribe is the address of a promotional Email for the one-click form of RFC 8058; empty for other messages.
	Unsubscribe string
}

// Attachment is a file that a letter brings along.
type Attachment struct {
	Name      string // of ASCII letters, digits, dots and hyphens
	MediaType string
	Content   []byte
}

// LargestAttachments is the size of all attachments of a letter, in bytes: a receipt has a tenth, and each mail server takes them.
const LargestAttachments = 512 << 10

// Gateway sends messages. Errors are gateway.ErrFinal (Refusal: address_invalid …), ErrRetry, ErrUnknown (repeat it: Key
// protects).
type Gateway interface {
	Send(ctx context.Context, m Message) error
}

// ByChannel sends each message by the gateway of its channel.
type ByChannel map[string]Gateway

var _ Gateway = ByChannel{}

// Send sends a message, or refuses one of an unknown channel.
func (b ByChannel) Send(ctx context.Context, m Message) error {
	if way, known := b[m.Channel]; known {
		return way.Send(ctx, m)
	}
	return &gateway.Refusal{System: "messages", Code: "channel_unknown"}
}
