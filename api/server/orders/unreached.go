package orders

import (
	"context"
	"fmt"
	"slices"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
)

// messageStates reads the states of the messages about an order.
type messageStates interface {
	WaysUnreached(ctx context.Context, orderID string) ([]string, error)
}

type unreached = struct {
	Address string             `json:"address"`
	Channel gen.ContactChannel `json:"channel"`
}

// listUnreached lists the addresses of an order's contact that its newest message failed to reach.
func (s *OrderHandlers) listUnreached(ctx context.Context, o contract.Order) ([]unreached, error) {
	shown := []unreached{}
	if o.Contact == nil {
		return shown, nil
	}
	ways, err := s.Messages.WaysUnreached(ctx, o.ID)
	if err != nil {
		return nil, fmt.Errorf("read unreached ways: %w", err)
	}
	if slices.Contains(ways, "sms") {
		shown = append(shown, unreached{notice.Masked(o.Contact.Mobile), gen.ContactChannelMobile})
	}
	if slices.Contains(ways, "email") {
		shown = append(shown, unreached{notice.Masked(o.Contact.Email), gen.ContactChannelEmail})
	}
	return shown, nil
}
