package activities

import (
	"context"
	"errors"
	"maps"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
)

// Messages tells customers what happened, by SMS and e-mail.
type Messages struct{ gateway messages.Gateway }

// NewMessages needs the sender's port.
func NewMessages(g messages.Gateway) *Messages { return &Messages{gateway: g} }

// NotifyCustomer sends one text on every channel the order knows; one that refuses does not keep the others from it. The key
// makes a repeat harmless.
func (m *Messages) NotifyCustomer(ctx context.Context, in contract.Notice) error {
	var failed error
	if in.Reason != "" {
		params := map[string]string{"reason": texts.Text(in.Language, in.Reason, nil)}
		maps.Copy(params, in.Params)
		in.Params = params
	}
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
		err := m.gateway.Send(ctx, message)
		if err != nil && (failed == nil || errors.Is(failed, gateway.ErrFinal)) { // another try can still help the one not final
			failed = err
		}
	}
	return refusedBy("notify customer", failed, contract.FailOutsideSystem)
}
