package activities_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

func TestOrders_AnOlderStateNeverOverwritesANewerOne(t *testing.T) {
	s := newShop(t)
	old := s.opened(numberA)
	newer := s.once(s.orders.ChoosePlan(ctx, old, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"}))
	newer = s.once(s.orders.SaveContact(ctx, newer, contract.ContactGiven{At: at(now), Contact: noura}))
	timeline := s.timeline(old.ID)

	late := contract.Contact{FullName: "Somebody Else", Email: "late@example.sa", Mobile: "0509998877"}
	_, err := s.orders.SaveContact(ctx, old, contract.ContactGiven{At: at(now), Contact: late})

	requireRetry(t, err)
	require.ErrorIs(t, err, store.ErrStale)
	require.Equal(t, newer, s.row(old.ID))
	require.Equal(t, timeline, s.timeline(old.ID))
}

func TestOrders_ALateWriterLeavesNothingBehind(t *testing.T) {
	s := newShop(t)
	old := s.paying(numberA)
	s.once(s.orders.RecordPayment(ctx, old, attempt(old, "p1", contract.PaymentDeclined)))
	before := s.written()
	_, err := s.orders.ReleaseNumber(ctx, old, at(now))
	require.ErrorIs(t, err, store.ErrStale)
	require.Equal(t, before, s.written(), "the number is still held")
}

func TestOrders_ALateWriterIsNotAnsweredByWhatItMayNotTouch(t *testing.T) {
	s := newShop(t)
	old := s.opened(numberA)
	freed := s.once(s.orders.GiveNumberBack(ctx, old, at(now)))
	s.once(s.orders.SaveContact(ctx, freed, contract.ContactGiven{At: at(now), Contact: noura}))
	s.takenBySomebodyElse(numberA)
	before := s.written()

	_, err := s.orders.ExtendHold(ctx, old, booking("", now))

	requireRetry(t, err)
	require.ErrorIs(t, err, store.ErrStale, "that the number is gone is no answer to a state that is gone, too")
	require.Equal(t, before, s.written())
}

func TestOrders_ALateWriterDoesNotWaitForWhatSomebodyElseHasLocked(t *testing.T) {
	s := newShop(t)
	old := s.opened(numberA)
	newer := s.once(s.orders.SaveContact(ctx, old, contract.ContactGiven{At: at(now), Contact: noura}))
	s.once(s.orders.SaveContact(ctx, newer, contract.ContactGiven{At: at(now), Contact: noura}))
	require.NoError(t, s.store.InTx(ctx, func(other *store.Tx) error {
		if err := other.Numbers.ExtendHold(ctx, numberA, old.ID, now.Add(holdFor)); err != nil {
			return err
		}
		waited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		_, err := s.orders.ReleaseNumber(waited, old, at(now))
		require.ErrorIs(t, err, store.ErrStale)
		return nil
	}))
}

func TestOrders_EachWrittenStateIsAnnounced(t *testing.T) {
	s := newShop(t)
	o := s.opened("")
	s.once(s.orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura}))
	require.Equal(t, []int64{1, 2}, s.announced.of(o.ID))
}

func TestOrders_ARefusedChangeIsNotAnnounced(t *testing.T) {
	s := newShop(t)
	o := s.opened("")
	_, err := s.orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})
	require.Error(t, err)
	require.Equal(t, []int64{1}, s.announced.of(o.ID))
}

func TestOrders_AnOrderThatWasNeverOpenedIsNotWritten(t *testing.T) {
	s := newShop(t)
	before := s.written()
	_, err := s.orders.SaveContact(ctx, newOrder(), contract.ContactGiven{At: at(now), Contact: noura})
	requireRetry(t, err)
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Equal(t, before, s.written())
}

func TestOrders_AnUnreachableDatabaseIsLeftToTheRetryPolicy(t *testing.T) {
	s := newShop(t)
	o := s.opened("")
	require.NoError(t, s.db.Close())
	_, err := s.orders.SaveContact(ctx, o, contract.ContactGiven{At: at(now), Contact: noura})
	requireRetry(t, err)
	require.ErrorContains(t, err, "save contact")
}

func TestOrders_AWrongSettingStopsTheStepsThatNeedIt(t *testing.T) {
	s := newShop(t)
	o := s.opened("")
	s.exec(`INSERT INTO settings (key, value) VALUES ('vatPercent', '"much"')`)
	before := s.written()
	for name, step := range map[string]func() (contract.Order, error){
		"plan": func() (contract.Order, error) {
			return s.orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "hawakom-90"})
		},
		"person": func() (contract.Order, error) { return s.orders.AcceptPerson(ctx, o, found(citizenID, "SA")) },
		"delivery": func() (contract.Order, error) {
			return s.orders.ChooseDelivery(ctx, o, contract.DeliveryChosen{At: at(now), Choice: homeIn("riyadh")})
		},
		"number": func() (contract.Order, error) { return s.orders.BookNumber(ctx, o, booking(numberA, now)) },
	} {
		_, err := step()
		requireRetry(t, err)
		require.ErrorContains(t, err, "setting vatPercent", name)
	}
	require.Equal(t, before, s.written())
}
