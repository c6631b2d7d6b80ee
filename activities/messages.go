package activities

import (
	"context"
	"errors"
	"maps"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/notice"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/store"
)

// Messages tells customers what happened, by SMS and e-mail.
type Messages struct {
	gateway messages.Gateway
	holders orderHolders
}

// orderHolders finds whose an order is; store.ErrNotFound where nobody has an account.
type orderHolders interface {
	OrderHolder(ctx context.Context, orderID string) (store.OrderHolder, error)
}

// NewMessages needs the sender's port and what customers said about being written to.
func NewMessages(g messages.Gateway, h orderHolders) *Messages {
	return &Messages{gateway: g, holders: h}
}

// NotifyCustomer sends one text on every channel the order knows and, where it is only about the order's progress, the
// customer wants; one that refuses does not keep the others from it. The key makes a repeat harmless.
func (m *Messages) NotifyCustomer(ctx context.Context, in contract.Notice) error {
	ways, err := m.ways(ctx, in)
	if err != nil {
		return refused("find the ways of a notice", err)
	}
	var failed error
	if in.Reason != "" {
		params := map[string]string{"reason": texts.Text(in.Language, in.Reason, nil)}
		maps.Copy(params, in.Params)
		in.Params = params
	}
	text := texts.Message(in.Language, in.Template, in.Params)
	for _, message := range []messages.Message{
		{Channel: messages.SMS, To: ways.Mobile},
		{Channel: messages.Email, To: ways.Email, Subject: texts.Subject(in.Language, in.Template, in.Params)},
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

// ways are where a notice goes.
func (m *Messages) ways(ctx context.Context, in contract.Notice) (notice.Ways, error) {
	given := notice.Ways{Mobile: in.Mobile, Email: in.Email}
	if !notice.IsProgress(in.Template) {
		return given, nil
	}
	holder, err := m.holders.OrderHolder(ctx, in.OrderID)
	if errors.Is(err, store.ErrNotFound) {
		return given, nil
	}
	return notice.Chosen(given, notice.Choice{SMS: holder.SMS, Email: holder.Email}, holder.ConfirmedEmail), err
}
