package activities_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// queued lists the messages that wait to be sent, and takes them.
func (s *shop) queued() []contract.Notice {
	s.t.Helper()
	claimed, err := s.store.Outbox.Claim(ctx, 100)
	require.NoError(s.t, err)
	notices := make([]contract.Notice, len(claimed))
	for i, message := range claimed {
		notices[i] = message.Notice
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

// delivers runs one batch of the sender.
func (s *shop) delivers(out *sender) int {
	s.t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	stopped := make(chan struct{})
	close(stopped)
	env.SetWorkerStopChannel(stopped)
	m := activities.NewMessages(out, nobodys{}, s.store.Outbox)
	env.RegisterActivity(m)
	answer, err := env.ExecuteActivity(m.DeliverMessages)
	require.NoError(s.t, err)
	var count int
	require.NoError(s.t, answer.Get(&count))
	return count
}

func (s *shop) messagesOf(subject string) []store.MessageState {
	s.t.Helper()
	all, err := s.store.Outbox.Of(ctx, subject)
	require.NoError(s.t, err)
	return all
}

func TestOutbox_AMessageIsInTheDatabaseWithWhatCausedItAndOnce(t *testing.T) {
	s := newShop(t)
	o := s.once(s.orders.SaveContact(ctx, s.opened(""), contract.ContactGiven{At: at(now), Contact: noura}))
	held := contract.OrderHeld{At: at(now), FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM}
	for range 2 { // the first answer got lost
		s.once(s.orders.HoldOrder(ctx, o, held))
	}

	queued := s.queued()

	require.Equal(t, []string{"order-held"}, templates(queued))
	require.Equal(t, noura.Mobile, queued[0].Mobile)
	require.Equal(t, noura.Email, queued[0].Email)
	require.Equal(t, o.Number, queued[0].Params["order"])
	require.Empty(t, s.queued(), "claimed: the sender's alone")
}

func TestOutbox_AChangeThatIsRefusedTellsNobody(t *testing.T) {
	s := newShop(t)
	o := s.once(s.orders.SaveContact(ctx, s.opened(""), contract.ContactGiven{At: at(now), Contact: noura}))
	_, err := s.orders.ChoosePlan(ctx, o, contract.PlanChosen{At: at(now), PlanID: "no-such-plan"})
	require.Error(t, err)
	require.Empty(t, s.queued())
}

func TestDeliverMessages_SendsWhatWaitsAndNotesIt(t *testing.T) {
	s := newShop(t)
	in := notice()
	require.NoError(t, s.store.Outbox.Queue(ctx, in))
	out := &sender{}

	require.Equal(t, 1, s.delivers(out))
	require.Zero(t, s.delivers(out))

	require.Len(t, out.sent, 2)
	got := s.messagesOf(in.OrderID)
	require.Len(t, got, 1)
	require.Equal(t, store.MessageSent, got[0].State)
	require.Equal(t, 1, got[0].Attempts)
	require.False(t, got[0].SentAt.IsZero())
}

func TestDeliverMessages_MessagesOfAnOrderLeaveInTheOrderTheyWereQueuedIn(t *testing.T) {
	s := newShop(t)
	var want []string
	for n := range 20 {
		in := notice()
		in.Key, in.Email = fmt.Sprintf("change-%02d", 20-n), ""
		require.NoError(t, s.store.Outbox.Queue(ctx, in))
		want = append(want, fmt.Sprintf("%s-%s-sms", in.OrderID, in.Key))
	}
	out := &sender{}

	require.Equal(t, 20, s.delivers(out))

	require.Equal(t, want, out.keys())
}

func TestDeliverMessages_ARefusedAddressIsGivenUpAndSaysWhy(t *testing.T) {
	s := newShop(t)
	in := notice()
	in.Email = ""
	require.NoError(t, s.store.Outbox.Queue(ctx, in))

	s.delivers(&sender{failing: map[string]error{"sms": refusedWith("address_invalid")}})

	got := s.messagesOf(in.OrderID)[0]
	require.Equal(t, store.MessageRefused, got.State)
	require.Equal(t, string(contract.FailOutsideSystem), got.Failure)
	require.Zero(t, s.delivers(&sender{}), "not tried again")
}

func TestDeliverMessages_ASenderThatIsDownIsTriedAgainForADay(t *testing.T) {
	s := newShop(t)
	in := notice()
	require.NoError(t, s.store.Outbox.Queue(ctx, in))
	down := &sender{failing: map[string]error{"sms": errRetry, "email": errRetry}}

	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, store.MessageQueued, s.messagesOf(in.OrderID)[0].State)
	require.Zero(t, s.delivers(down), "not at once")

	s.exec("UPDATE outbox SET due_at = now()")
	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, 2, s.messagesOf(in.OrderID)[0].Attempts)

	s.exec("UPDATE outbox SET due_at = now(), give_up_at = now()")
	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, store.MessageExpired, s.messagesOf(in.OrderID)[0].State)
}

func TestOutbox_SaysNothingInClear(t *testing.T) {
	s := newShop(t)
	require.NoError(t, s.store.Outbox.Queue(ctx, notice()))
	var clear bool
	row := s.db.QueryRow("SELECT bool_or(encode(notice, 'escape') LIKE '%' || ? || '%') FROM outbox", noura.Mobile)
	require.NoError(t, row.Scan(&clear))
	require.False(t, clear)
}
