package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

func TestOrders_OlderState_NeverOverwrites(t *testing.T) {
	s := newShop(t)
	old := s.Opened(numberA)
	newer := s.Once(s.Orders.ChoosePlan(ctx, old, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	newer = s.Once(s.Orders.SaveContact(ctx, newer, contract.ContactGiven{At: at(now), Contact: noura}))
	timeline := s.Timeline(old.ID)

	late := contract.Contact{FullName: "Somebody Else", Email: "late@example.sa", Mobile: "0509998877", Verified: []contract.Channel{contract.ByEmail}}
	_, err := s.Orders.SaveContact(ctx, old, contract.ContactGiven{At: at(now), Contact: late})

	require.Equal(t, newer, savedAhead(t, err))
	require.Equal(t, newer, s.Row(old.ID))
	require.Equal(t, timeline, s.Timeline(old.ID))
}

func TestOrders_LateWriter_LeavesNothing(t *testing.T) {
	s := newShop(t)
	old := s.Paying(numberA)
	s.Once(s.Orders.RecordPayment(ctx, old, attempt(old, "p1", contract.PaymentDeclined)))
	before := s.Written()
	_, err := s.Orders.ReleaseNumber(ctx, old, at(now))
	savedAhead(t, err)
	require.Equal(t, before, s.Written(), "the number is still held")
}

func TestOrders_LateWriter_GetsNoOtherRefusal(t *testing.T) {
	s := newShop(t)
	old := s.Opened(numberA)
	freed := s.Once(s.Orders.GiveNumberBack(ctx, old, at(now)))
	s.Once(s.Orders.SaveContact(ctx, freed, contract.ContactGiven{At: at(now), Contact: noura}))
	s.SellToOtherOrder(numberA)
	before := s.Written()

	_, err := s.Orders.ExtendHold(ctx, old, booking("", now))

	savedAhead(t, err) // a lost number is no answer to a state that is stale, too
	require.Equal(t, before, s.Written())
}

func TestOrders_LateWriter_WaitsForNoLock(t *testing.T) {
	s := newShop(t)
	old := s.Opened(numberA)
	newer := s.Once(s.Orders.SaveContact(ctx, old, contract.ContactGiven{At: at(now), Contact: noura}))
	s.Once(s.Orders.SaveContact(ctx, newer, contract.ContactGiven{At: at(now), Contact: noura}))
	require.NoError(t, s.Store.InTx(ctx, func(other *store.Tx) error {
		if err := other.Numbers.ExtendHold(ctx, numberA, old.ID, now.Add(holdFor)); err != nil {
			return err
		}
		waited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		_, err := s.Orders.ReleaseNumber(waited, old, at(now))
		savedAhead(t, err)
		return nil
	}))
}

func TestOrders_EachWrite_IsAnnounced(t *testing.T) {
	s := newShop(t)
	o := s.Opened("")
	s.Once(s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	require.Equal(t, []int64{1, 2}, s.Announced.Of(o.ID))
}

func TestOrders_RefusedChange_IsNotAnnounced(t *testing.T) {
	s := newShop(t)
	o := s.Opened("")
	_, err := s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})
	require.Error(t, err)
	require.Equal(t, []int64{1}, s.Announced.Of(o.ID))
}

func TestOrders_NeverOpened_IsNotWritten(t *testing.T) {
	s := newShop(t)
	before := s.Written()
	_, err := s.Orders.SaveContact(ctx, newOrder(), contract.ContactGiven{At: at(now), Contact: noura})
	requireRefusal(t, err, contract.FailRecord)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.Equal(t, before, s.Written())
}

func TestOrders_DatabaseDown_IsRetried(t *testing.T) {
	s := newShop(t)
	o := s.Opened("")
	s.Unreachable()
	_, err := s.Orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura})
	requireRetry(t, err)
	require.ErrorContains(t, err, "save contact")
}

func TestOrders_WrongSetting_StopsItsSteps(t *testing.T) {
	s := newShop(t)
	o := s.Opened("")
	s.Exec(`INSERT INTO settings (key, value) VALUES ('vatPercent', '"much"')`)
	before := s.Written()
	for name, step := range map[string]func() (contract.Order, error){
		"plan": func() (contract.Order, error) {
			return s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
		},
		"person": func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")) },
		"delivery": func() (contract.Order, error) {
			return s.Orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")})
		},
		"number": func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking(numberA, now)) },
	} {
		_, err := step()
		requireRefusal(t, err, contract.FailRecord)
		require.ErrorContains(t, err, "setting vatPercent", name)
	}
	require.Equal(t, before, s.Written())
}
