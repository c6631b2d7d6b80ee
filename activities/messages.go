package activities

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway/messages"
)

// Messages tells customers what happened, by SMS and e-mail.
type Messages struct{ gateway messages.Gateway }

// NewMessages needs the sender's port.
func NewMessages(g messages.Gateway) *Messages { return &Messages{gateway: g} }

// NotifyCustomer sends one text on every channel the order knows. The key makes a repeat harmless.
func (m *Messages) NotifyCustomer(ctx context.Context, in contract.Notice) error {
	text := texts.Message(in.Language, in.Template, in.Params)
	for _, message := range []messages.Message{
		{Channel: messages.SMS, To: in.Mobile},
		{Channel: messages.Email, To: in.Email, Subject: texts.Subject(in.Language, in.Template, in.Params)},
	} {
		if message.To == "" {
			continue
		}
		message.Key = in.OrderID + "-" + in.Key + "-" + message.Channel
		message.Language, message.Text = in.Language, text
		if err := m.gateway.Send(ctx, message); err != nil {
			return refusedBy("notify customer", err, contract.FailOutsideSystem)
		}
	}
	return nil
}
