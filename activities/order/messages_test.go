package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// queued lists the messages that wait to be sent, and takes them.
func (s *shop) queued() []contract.Notice {
	s.T.Helper()
	claimed, err := s.Store.Outbox.Claim(ctx, 100)
	require.NoError(s.T, err)
	notices := make([]contract.Notice, len(claimed))
	for i, message := range claimed {
		notices[i] = message.Notice
		require.NoError(s.T, s.Store.Outbox.NoteSent(ctx, message.Key)) // a later one of the order waits for it
	}
	return notices
}

func templates(notices []contract.Notice) []string {
	names := make([]string, len(notices))
	for i, n := range notices {
		names[i] = n.Template
	}
	return names
}

func TestOutbox_Change_QueuesMessageOnce(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.SaveContact(ctx, s.Opened(""), contract.ContactGiven{At: at(now), Contact: noura}))
	held := contract.OrderHeld{At: at(now), FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM}
	for range 2 { // the first answer was lost
		s.Once(s.Orders.HoldOrder(ctx, o, held))
	}

	queued := s.queued()

	require.Equal(t, []string{"order-held"}, templates(queued))
	require.Equal(t, noura.Mobile, queued[0].Mobile)
	require.Empty(t, queued[0].Email, "it was only typed, and nothing is paid yet")
	require.Equal(t, o.Number, queued[0].Params["order"])
	require.Empty(t, s.queued(), "claimed: the sender's alone")
}

func TestHoldOrder_BadAddress_Asks(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.SaveContact(ctx, s.Opened(""), contract.ContactGiven{At: at(now), Contact: noura}))
	o.Delivery = &contract.Delivery{Method: contract.DeliverHome}
	s.Once(s.Orders.HoldOrder(ctx, o, contract.OrderHeld{At: at(now), FailureCode: contract.FailCourierRefused, Work: contract.WorkShip}))

	require.Equal(t, []string{"address-refused"}, templates(s.queued()))
	require.Equal(t, []string{"order.address-refused"}, s.LastEvents(o.ID, 1))
}

func TestOutbox_RefusedChange_SendsNothing(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.SaveContact(ctx, s.Opened(""), contract.ContactGiven{At: at(now), Contact: noura}))
	_, err := s.Orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})
	require.Error(t, err)
	require.Empty(t, s.queued())
}
