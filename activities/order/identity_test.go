package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func asked(o contract.Order, transaction string, moment time.Time) contract.IdentityMoved {
	return contract.IdentityMoved{At: at(moment), HoldFor: holdFor, HoldCap: holdCap, Identity: contract.Identity{
		RequestID: "request-" + transaction + "-" + o.ID, TransactionID: transaction, Random: "42",
		Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: moment.Add(3 * time.Minute), Tries: 1,
	}}
}

func TestSaveIdentity_OpenRequest_KeepsNumber(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	later := now.Add(10 * time.Minute)
	waiting := s.Twice(func() (contract.Order, error) { return s.Orders.SaveIdentity(ctx, o, asked(o, "t1", later)) })
	require.Equal(t, asked(o, "t1", later).Identity, *waiting.Identity)
	require.Equal(t, later.Add(holdFor), waiting.Booking.HeldUntil)
	require.Zero(t, waiting.Booking.Extensions, "the customer's own click is not used up")
	require.Equal(t, heldBy(o, later.Add(holdFor)), s.number(numberA))
	require.Equal(t, []string{"identity.requested"}, s.LastEvents(o.ID, 1))
	orderID, err := s.Store.Identities.OrderOf(ctx, "t1")
	require.NoError(t, err)
	require.Equal(t, o.ID, orderID)
}

func TestSaveIdentity_AtTheCap_HoldEnds(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	waiting := s.Twice(func() (contract.Order, error) {
		return s.Orders.SaveIdentity(ctx, o, asked(o, "t1", now.Add(55*time.Minute)))
	})
	require.Equal(t, now.Add(holdCap), waiting.Booking.HeldUntil)
	require.Equal(t, heldBy(o, now.Add(holdCap)), s.number(numberA))
}

func TestSaveIdentity_NumberTaken_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	s.SellToOtherOrder(numberA)
	s.Refuses(func() (contract.Order, error) { return s.Orders.SaveIdentity(ctx, o, asked(o, "t1", now)) }, contract.FailHoldExpired)
}

func TestSaveIdentity_Answer_EndsRequest(t *testing.T) {
	for status, step := range map[contract.IdentityStatus]contract.Step{
		contract.IdentityCompleted: contract.StepUserInformation,
		contract.IdentityRejected:  contract.StepIdentityValidation,
		contract.IdentityExpired:   contract.StepIdentityValidation,
	} {
		t.Run(string(status), func(t *testing.T) {
			s := newShop(t)
			o := s.Eligible(numberA)
			in := asked(o, "t1", now)
			o = s.Once(s.Orders.SaveIdentity(ctx, o, in))
			in.Identity.Status = status
			answered := s.Twice(func() (contract.Order, error) { return s.Orders.SaveIdentity(ctx, o, in) })
			require.Equal(t, status, answered.Identity.Status)
			require.Equal(t, step, answered.Step)
			require.Equal(t, o.Booking, answered.Booking, "an answer is no reason to hold longer")
			require.Equal(t, []string{"identity." + string(status)}, s.LastEvents(o.ID, 1))
		})
	}
}

func TestSaveIdentity_NotOurs_Refused(t *testing.T) {
	s := newShop(t)
	first, second := s.Eligible(numberA), s.Eligible(numberB)
	s.Once(s.Orders.SaveIdentity(ctx, first, asked(first, "t1", now)))
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.SaveIdentity(ctx, second, asked(second, "t1", now.Add(time.Minute)))
	},
		contract.FailIdentityInProgress)
	require.Equal(t, heldBy(second, now.Add(holdFor)), s.number(numberB))
	owner, err := s.Store.Identities.OrderOf(ctx, "t1")
	require.NoError(t, err)
	require.Equal(t, first.ID, owner, "one answer never proves two orders")
}

func TestSaveIdentity_SecondTry_IsANewRequest(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	rejected := asked(o, "t1", now)
	rejected.Identity.Status = contract.IdentityRejected
	o = s.Once(s.Orders.SaveIdentity(ctx, s.Once(s.Orders.SaveIdentity(ctx, o, asked(o, "t1", now))), rejected))
	again := asked(o, "t2", now.Add(time.Minute))
	again.Identity.Tries = 2
	waiting := s.Twice(func() (contract.Order, error) { return s.Orders.SaveIdentity(ctx, o, again) })
	require.Equal(t, 2, waiting.Identity.Tries)
	for _, transaction := range []string{"t1", "t2"} {
		owner, err := s.Store.Identities.OrderOf(ctx, transaction)
		require.NoError(t, err)
		require.Equal(t, o.ID, owner)
	}
}

func TestSaveIdentity_OwnOpenRequest_IsContinued(t *testing.T) {
	s := newShop(t)
	o := s.Eligible(numberA)
	o = s.Once(s.Orders.SaveIdentity(ctx, o, asked(o, "t1", now)))
	o = s.Once(s.Orders.AcceptPerson(ctx, o, found(residentID, "EG")))
	o = s.Once(s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")))
	again := asked(o, "t1", now.Add(time.Minute))
	again.Identity.RequestID = "another request, answered with the open one"
	waiting := s.Twice(func() (contract.Order, error) { return s.Orders.SaveIdentity(ctx, o, again) })
	require.Equal(t, contract.IdentityWaiting, waiting.Identity.Status)
	owner, err := s.Store.Identities.OrderOf(ctx, "t1")
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}
