package order_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store/payment"
)

type accounts = map[string]contract.Halalas

// requireBalance compares an order's ledger with the wanted accounts and requires that it sums to zero.
func (s *shop) requireBalance(o contract.Order, want accounts) {
	s.T.Helper()
	books := s.books(o)
	require.Equal(s.T, want, books.Accounts)
	var sum contract.Halalas
	for _, amount := range books.Accounts {
		sum += amount
	}
	require.Zero(s.T, sum)
}

// storedPayment is the payment's own row.
func (s *shop) storedPayment(id string) (status contract.PaymentStatus, double bool) {
	s.T.Helper()
	require.NoError(s.T, s.DB.NewRaw("SELECT status, double FROM payments WHERE id = ?", id).Scan(ctx, &status, &double))
	return status, double
}

func TestOpenPayment_Attempt_WrittenBeforeCharge(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	in := attempt(o, "p1", contract.PaymentProcessing)
	in.Now = now.Add(10 * time.Minute)
	open := s.Twice(func() (contract.Order, error) { return s.Orders.OpenPayment(ctx, o, in) })
	require.Equal(t, []contract.Payment{in.Payment}, open.Payments)
	require.Equal(t, heldBy(o, in.Now.Add(holdFor)), s.number(numberA))
	require.Equal(t, []string{"payment.started"}, s.LastEvents(o.ID, 1))
	paidFor, err := s.Store.Payments.FindPaidFor(ctx, in.Payment.ID)
	require.NoError(t, err)
	require.Equal(t, payment.PaidFor{OrderID: o.ID, OrderNumber: o.Number}, paidFor)
	s.requireBalance(o, accounts{})
}

func TestOpenPayment_AtTheCap_HoldEnds(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	in := attempt(o, "p1", contract.PaymentProcessing)
	in.Now = now.Add(58 * time.Minute)
	s.Twice(func() (contract.Order, error) { return s.Orders.OpenPayment(ctx, o, in) })
	require.Equal(t, heldBy(o, now.Add(holdCap)), s.number(numberA))
}

func TestOpenPayment_NumberTaken_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	s.SellToOtherOrder(numberA)
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing))
	},
		contract.FailHoldExpired)
	_, err := s.Store.Payments.FindPaidFor(ctx, "p1-"+o.ID)
	require.Error(t, err)
}

// stepWhile is the step of an order by the status of its payment.
var stepWhile = map[contract.PaymentStatus]contract.Step{
	contract.PaymentChallenge: contract.StepPaymentDetails, contract.PaymentPending: contract.StepPaymentDetails,
	contract.PaymentDeclined: contract.StepPayment, contract.PaymentAbandoned: contract.StepPayment,
}

func TestRecordPayment_EachStatus_Kept(t *testing.T) {
	for _, status := range []contract.PaymentStatus{
		contract.PaymentChallenge, contract.PaymentPending, contract.PaymentDeclined, contract.PaymentAbandoned,
	} {
		t.Run(string(status), func(t *testing.T) {
			s := newShop(t)
			o := s.Paying(numberA)
			moved := s.Twice(func() (contract.Order, error) { return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", status)) })
			require.Equal(t, contract.StageWizard, moved.Stage)
			require.Equal(t, stepWhile[status], moved.Step)
			require.Equal(t, status, moved.Payments[0].Status)
			stored, _ := s.storedPayment(o.Payments[0].ID)
			require.Equal(t, status, stored)
			require.Equal(t, []string{"payment." + string(status)}, s.LastEvents(o.ID, 1))
			require.Equal(t, "held", s.books(o).Number)
			s.requireBalance(o, accounts{})
		})
	}
}

func TestRecordPayment_FirstSuccess_BuysNumber(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	paid := s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid))
	})
	require.Equal(t, contract.StagePlaced, paid.Stage)
	require.Equal(t, contract.StepOrderDetails, paid.Step)
	require.True(t, paid.Booking.HeldUntil.IsZero(), "sold numbers have no clock")
	require.False(t, paid.Payments[0].Double)
	require.Equal(t, soldTo(o), s.number(numberA))
	require.Equal(t, []string{"payment.paid", "order.placed"}, s.LastEvents(o.ID, 2))
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
}

func TestRecordPayment_HoldElapsedButFree_Counts(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	s.HoldRunsOut(numberA)
	o = s.Once(s.Orders.ExpireHold(ctx, o, at(now)))
	paid := s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid))
	})
	require.Equal(t, contract.StagePlaced, paid.Stage)
	require.False(t, paid.Booking.Expired)
	require.Equal(t, soldTo(o), s.number(numberA))
}

func TestRecordPayment_NumberLost_MoneyInBooks(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	s.SellToOtherOrder(numberA)
	taken := s.number(numberA)
	paid := attempt(o, "p1", contract.PaymentPaid)
	paid.ChooseWithin = 24 * time.Hour
	lost := s.Twice(func() (contract.Order, error) { return s.Orders.RecordPayment(ctx, o, paid) })
	require.Equal(t, contract.StageNumberLost, lost.Stage)
	require.Equal(t, paid.Now.Add(24*time.Hour), lost.Booking.ChooseUntil)
	require.Equal(t, contract.StepNumberSelection, lost.Step)
	require.True(t, lost.Booking.Expired)
	require.Equal(t, taken, s.number(numberA))
	require.Equal(t, []string{"payment.paid", "number.lost"}, s.LastEvents(o.ID, 2))
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
}

func TestRecordPayment_LateNews_ChangesNothing(t *testing.T) {
	for _, late := range []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentPending, contract.PaymentDeclined} {
		t.Run(string(late), func(t *testing.T) {
			s := newShop(t)
			o := s.Paid(numberA)
			timeline := s.Timeline(o.ID)
			after := s.Twice(func() (contract.Order, error) { return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", late)) })
			require.Equal(t, o.Payments, after.Payments)
			require.Equal(t, contract.StagePlaced, after.Stage)
			require.Equal(t, timeline, s.Timeline(o.ID))
			s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
		})
	}
}

func TestRecordPayment_SameNews_IsNoEvent(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPending)))
	s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPending))
	})
	require.Equal(t, []string{"payment.started", "payment.pending"}, s.LastEvents(o.ID, 2))
}

func TestRecordPayment_Second_IsDouble(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	double := s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordPayment(ctx, o, attempt(o, "p2", contract.PaymentPaid))
	})
	require.True(t, double.Payments[1].Double)
	require.Equal(t, contract.StagePlaced, double.Stage)
	status, marked := s.storedPayment("p2-" + o.ID)
	require.Equal(t, contract.PaymentPaid, status)
	require.True(t, marked)
	require.Equal(t, []string{"payment.double"}, s.LastEvents(o.ID, 1))
	s.requireBalance(o, accounts{"payment-provider": 29000, "customer": -29000})

	refund := attempt(o, "p2", contract.PaymentPaid)
	returned := s.Twice(func() (contract.Order, error) { return s.Orders.RecordRefund(ctx, double, refund) })
	require.Equal(t, contract.PaymentPaid, returned.Payments[0].Status, "the first one stands")
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
}

func TestRecordPayment_CancelledOrder_IsDouble(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	o = s.Once(s.Orders.ReleaseNumber(ctx, o, at(now)))
	o = s.Once(s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer}))
	late := s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid))
	})
	require.Equal(t, contract.StageCancelled, late.Stage)
	require.True(t, late.Payments[0].Double)
	require.Equal(t, free, s.number(numberA), "an order that ended buys nothing")
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
}

func TestRecordPayment_EndingOrder_BuysNothing(t *testing.T) {
	s := newShop(t)
	o := s.Paying(numberA)
	s.Exec("DELETE FROM numbers WHERE msisdn = ?", numberA)
	paid := attempt(o, "p1", contract.PaymentPaid)
	s.Refuses(func() (contract.Order, error) { return s.Orders.RecordPayment(ctx, o, paid) }, contract.FailNumberUnknown)

	paid.Unwanted = true
	late := s.Twice(func() (contract.Order, error) { return s.Orders.RecordPayment(ctx, o, paid) })
	require.True(t, late.Payments[0].Double)
	require.Equal(t, contract.StageWizard, late.Stage)
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
}

func TestRecordPayment_TwoOrdersOneNumber_OneWins(t *testing.T) {
	s := newShop(t)
	first := s.Paying(numberA)
	s.HoldRunsOut(numberA)
	second := s.Paying(numberA)
	s.HoldRunsOut(numberA)
	var placed, lost atomic.Int32
	var both errgroup.Group
	for _, o := range []contract.Order{first, second} {
		both.Go(func() error {
			paid, err := s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid))
			switch paid.Stage { //nolint:exhaustive // anything else leaves the counts wrong
			case contract.StagePlaced:
				placed.Add(1)
			case contract.StageNumberLost:
				lost.Add(1)
			}
			return err
		})
	}
	require.NoError(t, both.Wait())
	require.EqualValues(t, 1, placed.Load())
	require.EqualValues(t, 1, lost.Load())
	for _, o := range []contract.Order{first, second} {
		require.Equal(t, s.Row(o.ID).Stage == contract.StagePlaced, s.number(numberA) == soldTo(o))
		s.requireBalance(o, accounts{"payment-provider": 14500, "customer": -14500})
	}
}

func TestRecordRefund_Payment_Returned(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	refunded := s.Twice(func() (contract.Order, error) {
		return s.Orders.RecordRefund(ctx, o, attempt(o, "p1", contract.PaymentPaid))
	})
	require.Equal(t, contract.PaymentRefunded, refunded.Payments[0].Status)
	status, _ := s.storedPayment("p1-" + o.ID)
	require.Equal(t, contract.PaymentRefunded, status)
	s.requireBalance(o, accounts{"payment-provider": 0, "customer": 0})
	events, err := s.Store.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	last := events[len(events)-1]
	require.Equal(t, "refund.done", last.Key)
	require.Equal(t, map[string]string{"amount": "145.00"}, last.Params)
}
