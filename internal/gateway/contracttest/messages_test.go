package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
)

func TestMessages_Send_Arrives(t *testing.T) {
	s := newStand(t)
	adapter, err := messages.NewHTTP(messages.Config{URL: s.url + "/messages", APIKey: s.keys.Messages}, nil, quiet())
	require.NoError(t, err)
	sms := messages.Message{Key: "k-1", Channel: messages.SMS, To: "0551234567", Language: "ar", Text: "أهلا"}
	require.NoError(t, adapter.Send(t.Context(), sms))
	require.NoError(t, adapter.Send(t.Context(), sms))
	require.NoError(t, adapter.Send(t.Context(), messages.Message{
		Key: "k-2", Channel: messages.Email, To: "sara@example.com", Language: "en", Subject: "Hello", Text: "Welcome",
	}))
	refused := messages.Message{Key: "k-3", Channel: messages.SMS, To: "0551239922", Language: "en", Text: "Hello"}
	requireRefusal(t, "address_invalid", adapter.Send(t.Context(), refused))
	down := messages.Message{Key: "k-4", Channel: messages.SMS, To: "0551239959", Language: "en", Text: "Hello"}
	require.ErrorIs(t, adapter.Send(t.Context(), down), gateway.ErrRetry)
}
