package support

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/store/outbox"
)

// messageStates lists the states of the messages about an order, oldest first.
type messageStates interface {
	Of(ctx context.Context, subjectID string) ([]outbox.MessageState, error)
}

// GetSupportOrder shows any order, with the state of each message to its customer.
func (s *SupportHandlers) GetSupportOrder(ctx context.Context, req gen.GetSupportOrderRequestObject) (gen.GetSupportOrderResponseObject, error) {
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	states, err := s.Messages.Of(ctx, record.Order.ID)
	if err != nil {
		return nil, fmt.Errorf("read messages: %w", err)
	}
	view, err := present.Order(ctx, s.Core, record.Order)
	if err != nil {
		return nil, err
	}
	present.WithoutSecrets(&view)
	answer := gen.GetSupportOrder200JSONResponse{Order: view, Messages: make([]gen.MessageState, len(states))}
	for i, m := range states {
		answer.Messages[i] = gen.MessageState{
			Template: m.Template, State: gen.MessageStateState(m.State), Attempts: m.Attempts, Unreached: channelsOf(m.Unreached), Channels: statesOf(m.Ways), QueuedAt: m.QueuedAt, SentAt: optional.Time(m.SentAt),
		}
		if m.Failure != "" {
			answer.Messages[i].Failure = &m.Failure
		}
	}
	return answer, nil
}

// statesOf lists the state of a message on each channel.
func statesOf(ways map[string]string) []gen.MessageChannel {
	states := make([]gen.MessageChannel, 0, len(ways))
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		states = append(states, gen.MessageChannel{Channel: channelsOf([]string{way})[0], State: gen.MessageChannelState(ways[way])})
	}
	return states
}

// channelsOf names the ways of a message as the contract does.
func channelsOf(ways []string) []gen.ContactChannel {
	channels := make([]gen.ContactChannel, 0, len(ways))
	for _, way := range ways {
		if way == "email" {
			channels = append(channels, gen.ContactChannelEmail)
			continue
		}
		channels = append(channels, gen.ContactChannelMobile)
	}
	return channels
}
