package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func late(o contract.Order, name string) contract.LatePaymentMoved {
	return contract.LatePaymentMoved{At: at(now), OrderID: o.ID, Payment: contract.Payment{
		ID: name + "-" + o.ID, Status: contract.PaymentPaid, Brand: "MADA", Last4: "4242",
	}}
}

// abandoned was closed as never paid after the provider had declined its one attempt.
func (s *shop) abandoned(msisdn string) contract.Order {
	s.T.Helper()
	o := s.Paying(msisdn)
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentDeclined)))
	o = s.Once(s.Orders.ReleaseNumber(ctx, o, at(now)))
	return s.Once(s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedNeverPaid}))
}

// recordsLate records a late payment twice: the same answer, nothing new written.
func (s *shop) recordsLate(in contract.LatePaymentMoved) contract.LateMoney {
	s.T.Helper()
	first, err := s.Orders.RecordLatePayment(ctx, in)
	require.NoError(s.T, err)
	before := s.Written()
	again, err := s.Orders.RecordLatePayment(ctx, in)
	require.NoError(s.T, err)
	require.Equal(s.T, first, again)
	require.Equal(s.T, before, s.Written())
	return first
}

func TestRecordLate_AbandonedOrder_Refunds(t *testing.T) {
	s := newShop(t)
	o := s.abandoned(numberA)
	money := s.recordsLate(late(o, "p1"))
	require.EqualValues(t, 14500, money.Due)
	require.Equal(t, o.Number, money.Number)
	require.Equal(t, []string{"payment.double"}, s.LastEvents(o.ID, 1))
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})

	back := s.Twice(func() (contract.Order, error) { return s.Orders.RecordLateRefund(ctx, late(o, "p1")) })
	require.Empty(t, order.Disagreements(back, s.books(back)))
	require.Equal(t, []string{"refund.done"}, s.LastEvents(o.ID, 1))
	require.Zero(t, s.recordsLate(late(o, "p1")).Due, "it is back")
}

func TestRecordLate_CompletedOrder_KeepsOwnMoney(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p0", contract.PaymentDeclined)))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	o = s.Completed(o)
	require.Zero(t, s.recordsLate(late(o, "p1")).Due, "the order depends on it")
	require.Zero(t, s.recordsLate(late(o, "unheard-of")).Due)

	require.EqualValues(t, 14500, s.recordsLate(late(o, "p0")).Due)
	back := s.Twice(func() (contract.Order, error) { return s.Orders.RecordLateRefund(ctx, late(o, "p0")) })
	require.Equal(t, contract.StageActive, back.Stage)
	require.Empty(t, order.Disagreements(back, s.books(back)))
}

func TestRecordLate_RefundUnderWay_Waits(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p0", contract.PaymentDeclined)))
	o = s.Completed(s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid))))
	begun := s.Once(s.beginsRefund(o, "d1")())
	_, err := s.Orders.RecordLatePayment(ctx, late(o, "p0"))
	requireRetry(t, err)
	s.Once(s.completesRefund(begun)())
	require.EqualValues(t, 14500, s.recordsLate(late(o, "p0")).Due)
}

func TestRecordLate_UnknownOrder_IsRefused(t *testing.T) {
	s := newShop(t)
	_, err := s.Orders.RecordLatePayment(ctx, late(newOrder(), "p1"))
	requireRefusal(t, err, contract.FailOrderNotFound)
	_, err = s.Orders.RecordLateRefund(ctx, late(newOrder(), "p1"))
	requireRefusal(t, err, contract.FailOrderNotFound)
}
