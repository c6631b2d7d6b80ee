package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/audit"
	orderstore "selfcare/internal/store/order"
)

func (s *shop) held(o contract.Order) contract.Order {
	s.T.Helper()
	return s.Once(s.Orders.HoldOrder(ctx, o, contract.OrderHeld{
		At: at(now), FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, CanSkip: true,
	}))
}

func TestHoldOrder_Work_ParksWithReason(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	in := contract.OrderHeld{At: at(now), FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, CanSkip: true}
	held := s.Twice(func() (contract.Order, error) { return s.Orders.HoldOrder(ctx, o, in) })
	require.Equal(t, contract.StageHeld, held.Stage)
	require.Equal(t, &contract.Held{
		FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, From: contract.StagePreparing, Since: now, CanSkip: true,
	}, held.Held)
	require.Equal(t, []string{"order.address-refused"}, s.LastEvents(o.ID, 1))
	list, err := s.Store.Orders.ForSupport(ctx, orderstore.SupportQuery{Stage: "held", FailureCode: string(contract.FailCourierRefused)})
	require.NoError(t, err)
	require.Len(t, list, 1, "support finds it by its reason")
}

func TestChangeAddress_Twice_IsOneChange(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	to := contract.Address{City: "jeddah", Area: "Al Rawdah", Street: "New Road", BuildingNumber: "1234", ShortAddress: "JRRD1234"}
	changed := s.Twice(func() (contract.Order, error) {
		return s.Orders.ChangeAddress(ctx, o, contract.AddressChanged{At: at(now), Address: to})
	})
	require.Equal(t, &to, changed.Delivery.Address)
	require.Equal(t, o.Delivery.Fee, changed.Delivery.Fee, "the price stays")
	require.Equal(t, &to, s.Row(o.ID).Delivery.Address)
	require.Equal(t, []string{"delivery.chosen"}, s.LastEvents(o.ID, 1))
}

func TestResumeOrder_Held_GoesOnAndIsAudited(t *testing.T) {
	s := newShop(t)
	o := s.held(s.Prepared(numberA))
	decision := contract.Resolution{Action: contract.ResolveRetry, Note: "courier is back", Actor: "user-9"}
	resumed := s.Twice(func() (contract.Order, error) {
		return s.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: at(now), Resolution: decision})
	})
	require.Equal(t, contract.StagePreparing, resumed.Stage)
	require.Nil(t, resumed.Held)
	require.Equal(t, []string{"order.resumed"}, s.LastEvents(o.ID, 1))
	log, err := s.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: o.ID, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 1)
	require.Equal(t, []string{"user-9", "retry", "courier is back"}, []string{log[0].Actor, log[0].Action, log[0].Note})
	require.Equal(t, map[string]string{"work": string(contract.WorkShip)}, log[0].Details)
}

func TestResumeOrder_EachDecision_IsAudited(t *testing.T) {
	s := newShop(t)
	o := s.held(s.Prepared(numberA))
	for range 2 {
		decision := contract.Resolution{Action: contract.ResolveRetry, Note: "again", Actor: "user-9"}
		o = s.Once(s.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: at(now), Resolution: decision}))
		o = s.held(o)
	}
	log, err := s.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: o.ID, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 2)
}

func TestResumeOrder_Amended_AppliesCorrection(t *testing.T) {
	s := newShop(t)
	o := s.held(s.Prepared(numberA))
	address := &contract.Address{City: "riyadh", Area: "Malqa", Street: "Anas", BuildingNumber: "1234"}
	contact := &contract.Contact{FullName: "Noura A.", Email: "n@example.sa", Mobile: "0509998877"}
	decision := contract.Resolution{
		Action: contract.ResolveAmend, Actor: "user-9", Amendments: &contract.Amendments{Address: address, Contact: contact},
	}
	resumed := s.Twice(func() (contract.Order, error) {
		return s.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: at(now), Resolution: decision})
	})
	require.Equal(t, address, resumed.Delivery.Address)
	require.Equal(t, contact, resumed.Contact)
	require.Equal(t, o.Price, resumed.Price, "what was paid stands")
}

func TestResumeOrder_WithoutActor_IsNotAudited(t *testing.T) {
	s := newShop(t)
	o := s.held(s.Prepared(numberA))
	resumed := s.Twice(func() (contract.Order, error) {
		return s.Orders.ResumeOrder(ctx, o, contract.OrderResumed{At: at(now), Resolution: contract.Resolution{Action: contract.ResolveCancel}})
	})
	require.Equal(t, contract.StagePreparing, resumed.Stage)
	require.Equal(t, []string{"order.address-refused"}, s.LastEvents(o.ID, 1))
	log, err := s.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: o.ID, Limit: 50})
	require.NoError(t, err)
	require.Empty(t, log)
}

func TestBeginCancel_Order_ShowsUndoing(t *testing.T) {
	s := newShop(t)
	o := s.held(s.Prepared(numberA))
	cancelling := s.Twice(func() (contract.Order, error) {
		return s.Orders.BeginCancel(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer})
	})
	require.Equal(t, contract.StageCancelling, cancelling.Stage)
	require.Nil(t, cancelling.Held)
	require.Equal(t, []string{"order.cancelling"}, s.LastEvents(o.ID, 1))
}

func TestCloseOrder_Ended_KeepsReason(t *testing.T) {
	for reason, want := range map[contract.Code]struct {
		stage contract.Stage
		event string
	}{
		contract.EndedByCustomer: {contract.StageCancelled, "order.cancelled"},
		contract.EndedNumberLost: {contract.StageCancelled, "order.cancelled"},
		contract.EndedNeverPaid:  {contract.StageAbandoned, "order.abandoned"},
	} {
		t.Run(string(reason), func(t *testing.T) {
			s := newShop(t)
			o := s.Once(s.Orders.ReleaseNumber(ctx, s.Confirmed(numberA), at(now)))
			closed := s.Twice(func() (contract.Order, error) {
				return s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: reason})
			})
			require.Equal(t, want.stage, closed.Stage)
			require.Equal(t, &contract.Ended{Reason: reason, At: now}, closed.Ended)
			require.Equal(t, []string{want.event}, s.LastEvents(o.ID, 1))
			s.requireBalance(o, accounts{})
			require.Empty(t, order.Disagreements(closed, s.books(closed)))
		})
	}
}

// Workers that died had saved each step of undoing an order: the customer is told once, and the order ends the same.
func TestCloseOrder_Repeated_TellsNothing(t *testing.T) {
	s := newShop(t)
	ending := contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer, Refunded: 14500}
	undo := func(o contract.Order, ending contract.OrderEnding) contract.Order {
		o = s.Once(s.Orders.BeginCancel(ctx, o, ending))
		o = s.Once(s.Orders.RecordRefund(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
		return s.Once(s.Orders.CloseOrder(ctx, o, ending))
	}
	closed := undo(s.Once(s.Orders.ReleaseNumber(ctx, s.Paid(numberA), at(now))), ending)
	require.Equal(t, []string{"order.cancelling", "refund.done", "order.cancelled"}, s.LastEvents(closed.ID, 3))
	told := s.Timeline(closed.ID)

	ending.Reason, ending.Refunded = contract.EndedBySupport, 0
	again := undo(closed, ending)

	require.Equal(t, told, s.Timeline(closed.ID))
	require.Equal(t, closed.Ended, again.Ended)
	require.Equal(t, contract.StageCancelled, again.Stage)
	s.requireBalance(closed, accounts{"payment-provider": 0, "customer": 0})
}

func TestCloseOrder_FullRefund_KeepsNothing(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	o = s.Once(s.Orders.RecordRefund(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	o = s.Once(s.Orders.ReleaseNumber(ctx, o, at(now)))
	closed := s.Twice(func() (contract.Order, error) {
		return s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer, Refunded: 14500})
	})
	require.Equal(t, contract.Halalas(14500), closed.Ended.Refunded)
	s.requireBalance(o, accounts{"payment-provider": 0, "customer": 0})
	require.Empty(t, order.Disagreements(closed, s.books(closed)))
}

func TestCloseOrder_ReturnedParcel_KeepsDelivery(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	for _, status := range []contract.ShipmentStatus{contract.ShipmentPickedUp, contract.ShipmentReturned} {
		o = s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, status)}))
	}
	refund := attempt(o, "p1", contract.PaymentPaid)
	refund.Payment.Amount = order.RefundDue(o, contract.EndedReturned)
	o = s.Once(s.Orders.RecordRefund(ctx, o, refund))
	o = s.Once(s.Orders.ReturnSIM(ctx, s.Once(s.Orders.ReleaseNumber(ctx, o, at(now))), at(now)))
	s.requireBalance(o, accounts{"payment-provider": 2500, "customer": -2500})

	closed := s.Twice(func() (contract.Order, error) {
		return s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedReturned, Refunded: 12000})
	})

	invoiced := closed.Price.VAT - order.Credited(closed, 15).VAT // the VAT that the electronic invoices leave
	require.Equal(t, contract.Halalas(326), invoiced)
	s.requireBalance(o, accounts{"payment-provider": 2500, "customer": 0, "revenue": -2500 + invoiced, "vat": -invoiced})
	require.Equal(t, contract.Halalas(12000), closed.Ended.Refunded)
	require.Empty(t, order.Disagreements(closed, s.books(closed)))
}

// boughtFor is an order with its card whose price a promo code reduced to the given total.
func (s *shop) boughtFor(total contract.Halalas) contract.Order {
	s.T.Helper()
	o := s.Confirmed(numberA)
	s.offers("LESS", o.Price.Total-total)
	o = s.Once(s.applies(o, "LESS")())
	o = s.Once(s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{At: at(now), Confirmation: contract.Confirmation{AcceptTerms: true, Total: total}}))
	o = s.Once(s.Orders.OpenPayment(ctx, o, attempt(o, "p1", contract.PaymentProcessing)))
	o = s.Once(s.Orders.RecordPayment(ctx, o, attempt(o, "p1", contract.PaymentPaid)))
	return s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
}

func TestCloseOrder_DeliveryAbovePaid_KeepsAll(t *testing.T) {
	s := newShop(t)
	o := s.boughtFor(2000)
	for _, status := range []contract.ShipmentStatus{contract.ShipmentPickedUp, contract.ShipmentReturned} {
		o = s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, status)}))
	}
	o = s.Once(s.Orders.ReturnSIM(ctx, s.Once(s.Orders.ReleaseNumber(ctx, o, at(now))), at(now)))
	ending := contract.OrderEnding{At: at(now), Reason: contract.EndedReturned, Refunded: order.RefundDue(o, contract.EndedReturned)}

	closed := s.Twice(func() (contract.Order, error) { return s.Orders.CloseOrder(ctx, o, ending) })

	s.requireBalance(o, accounts{"payment-provider": 2000, "customer": 0, "revenue": -1739, "vat": -261})
	require.Zero(t, closed.Ended.Refunded)
	require.Equal(t, contract.PaymentPaid, closed.Payments[0].Status)
	require.Empty(t, order.Disagreements(closed, s.books(closed)))
}

func TestRecordRefund_WrongAmount_IsRefused(t *testing.T) {
	for name, amount := range map[string]contract.Halalas{"nothing": 0, "less than nothing": -500, "more than was paid": 14501} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.Paid(numberA)
			back := attempt(o, "p1", contract.PaymentPaid)
			back.Payment.Amount = amount
			s.Refuses(func() (contract.Order, error) { return s.Orders.RecordRefund(ctx, o, back) }, contract.FailRefundRefused)
		})
	}
}

func TestPayments_MoreReturnedThanPaid_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	for _, amount := range []int{-1, 14501} {
		_, err := s.DB.NewRaw("UPDATE payments SET status = 'refunded', returned = ? WHERE subject = ?", amount, o.ID).Exec(ctx)
		require.ErrorContains(t, err, "payments_returned_within")
	}
	_, err := s.DB.NewRaw("UPDATE payments SET returned = 1 WHERE subject = ?", o.ID).Exec(ctx)
	require.ErrorContains(t, err, "payments_returned_when_refunded")
}
