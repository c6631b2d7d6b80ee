package server

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// emptySettings and emptyOrders have default settings and no orders.
type (
	emptySettings struct{}
	emptyOrders   struct{ wizardOrders }
)

func (emptySettings) Get(context.Context) (store.Settings, error) {
	return store.DefaultSettings(), nil
}

func (emptyOrders) ForSupport(context.Context, store.SupportQuery) ([]store.OrderRecord, error) {
	return nil, nil
}

func TestAnOrderKnowsTheCustomerWhoStartedItSignedIn(t *testing.T) {
	derive, err := newDeriver(bytes.Repeat([]byte("p"), tokenBytes))
	require.NoError(t, err)
	basics := &core{now: time.Now, derive: derive, known: newMemory(time.Second, time.Now), stored: emptySettings{}}
	s := &wizardHandlers{core: basics, orders: emptyOrders{}}
	for name, asked := range map[string]*call{
		"guest": {key: "key-00000001", client: "198.51.100.1"}, "customer": {key: "key-00000001", user: store.User{ID: "user-7"}},
	} {
		ctx := context.WithValue(t.Context(), callKey{}, asked)
		input, _, err := s.newOrder(ctx, contract.Order{Kind: contract.KindMultiSIM, NumberSource: contract.NumberNew})
		require.NoError(t, err)
		require.Equal(t, asked.user.ID, input.Subject, name)
		require.WithinDuration(t, time.Now(), input.Order.CreatedAt, time.Minute)
	}
}
