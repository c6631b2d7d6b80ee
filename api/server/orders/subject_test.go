package orders

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/store/order"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/user"
)

// emptySettings and emptyOrders have default settings and no orders.
type (
	emptySettings struct{}
	emptyOrders   struct{ wizardOrders }
)

func (emptySettings) Get(context.Context) (setting.Settings, error) {
	return setting.Defaults(), nil
}

func (emptyOrders) ForSupport(context.Context, order.SupportQuery) ([]order.Record, error) {
	return nil, nil
}

func TestDraftOf_SignedIn_HasItsCustomer(t *testing.T) {
	derive, err := middleware.NewDeriver(bytes.Repeat([]byte("p"), middleware.TokenBytes))
	require.NoError(t, err)
	basics := &middleware.Core{Now: time.Now, Derive: derive, LocalCache: middleware.NewLocalCache(time.Second, time.Now), SettingsStore: emptySettings{}}
	s := &WizardHandlers{Core: basics, Orders: emptyOrders{}}
	for name, current := range map[string]*middleware.Request{
		"guest": {Key: "key-00000001", Client: "198.51.100.1"}, "customer": {Key: "key-00000001", User: user.User{ID: "user-7"}},
	} {
		ctx := middleware.WithRequest(t.Context(), current)
		input, _, err := s.newOrder(ctx, contract.Order{Kind: contract.KindMultiSIM, NumberSource: contract.NumberNew})
		require.NoError(t, err)
		require.Equal(t, current.User.ID, input.Subject, name)
		require.WithinDuration(t, time.Now(), input.Order.CreatedAt, time.Minute)
	}
}
