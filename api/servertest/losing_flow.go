package servertest

import (
	"context"
	"net/http"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/internal/contract"
)

// LosingFlow loses the answer, either after the work or without doing it.
type LosingFlow struct {
	*FakeFlow
	Err    error
	Panics bool
}

func (f *LosingFlow) Start(ctx context.Context, in contract.OrderInput, number func(int) string, msisdn, key string) (contract.Order, error) {
	answered, err := f.FakeFlow.Start(ctx, in, number, msisdn, key)
	if f.Err != nil {
		return contract.Order{}, f.Err
	}
	return answered, err
}

func (f *LosingFlow) Update(ctx context.Context, orderID, update, key string, arg any) (contract.Order, error) {
	if f.Panics {
		panic("update")
	}
	answered, err := f.FakeFlow.Update(ctx, orderID, update, key, arg)
	if f.Err != nil {
		return contract.Order{}, f.Err
	}
	return answered, err
}

// ReplaceFlow builds the server again with another fake of Temporal on the same store.
func (r *Rig) ReplaceFlow(orders server.Orders) {
	r.T.Helper()
	r.Options.Orders = orders
	app, err := server.New(r.Options)
	require.NoError(r.T, err)
	r.App = app
}

func (r *Rig) Refuse(err error) {
	r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, err }
}

func (r *Rig) SelectNumber(o Started, key Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/number", `{"msisdn":"0570000001"}`, WithSession(o.Session), key)
}
