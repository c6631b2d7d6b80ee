package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestNoteLate_Order_TellsNewTimeOnce(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.AllocateSIM(ctx, s.Paid(numberA), at(now)))
	_ = s.queued()
	news := contract.OrderLate{Stage: contract.StagePreparing, ExpectedBy: now.Add(6 * time.Hour)}
	late := s.Twice(func() (contract.Order, error) {
		return s.Orders.NoteLate(ctx, o, contract.OrderIsLate{At: at(now), OrderLate: news})
	})
	require.Equal(t, &contract.Late{Stage: contract.StagePreparing, Since: now, ExpectedBy: news.ExpectedBy}, late.Late)
	require.Equal(t, []string{"order.late"}, s.LastEvents(o.ID, 1))
	queued := s.queued()
	require.Equal(t, []string{"order-late"}, templates(queued))
	require.NotEmpty(t, queued[0].Params["by"])

	s.Once(s.Orders.NoteLate(ctx, late, contract.OrderIsLate{At: at(now.Add(time.Hour)), OrderLate: news}))
	require.Empty(t, s.queued())
}

func TestNoteLate_OrderMovedOn_IsNotLate(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.AllocateSIM(ctx, s.Paid(numberA), at(now)))
	_ = s.queued()
	news := contract.OrderLate{Stage: contract.StagePlaced, ExpectedBy: now.Add(6 * time.Hour)}
	o = s.Twice(func() (contract.Order, error) {
		return s.Orders.NoteLate(ctx, o, contract.OrderIsLate{At: at(now), OrderLate: news})
	})
	require.Nil(t, o.Late)
	require.Empty(t, s.queued())
}
