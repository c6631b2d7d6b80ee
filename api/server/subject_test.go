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
	basics := &core{now: time.Now, derive: derive, localCache: newLocalCache(time.Second, time.Now), settingsStore: emptySettings{}}
	s := &wizardHandlers{core: basics, orders: emptyOrders{}}
	for name, current := range map[string]*request{
		"guest": {key: "key-00000001", client: "198.51.100.1"}, "customer": {key: "key-00000001", user: store.User{ID: "user-7"}},
	} {
		ctx := context.WithValue(t.Context(), requestKey{}, current)
		input, _, err := s.newOrder(ctx, contract.Order{Kind: contract.KindMultiSIM, NumberSource: contract.NumberNew})
		require.NoError(t, err)
		require.Equal(t, current.user.ID, input.Subject, name)
		require.WithinDuration(t, time.Now(), input.Order.CreatedAt, time.Minute)
	}
}
