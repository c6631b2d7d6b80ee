package message_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	messageacts "selfcare/activities/message"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

type shop struct{ *fixture.Shop }

func newShop(t *testing.T) *shop {
	t.Helper()
	return &shop{fixture.NewShop(t)}
}

// delivers runs one batch of the sender.
func (s *shop) delivers(out *sender) int { return s.deliversTo(out) }

func (s *shop) deliversTo(out messages.Gateway) int { return s.deliversWith(out, s.Store.Proposals) }

func (s *shop) deliversWith(out messages.Gateway, w words) int {
	s.T.Helper()
	return s.run(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, w))
}

// deliversBy is delivers with customers who have made their choice of channels.
func (s *shop) deliversBy(out messages.Gateway, of onlySMS) int {
	s.T.Helper()
	return s.run(messageacts.New(out, of, s.Store.Outbox, links, s.Store.Proposals))
}

// onlySMS are customers who have chosen SMS alone.
type onlySMS struct{ noAccounts }

func (onlySMS) OrderHolder(context.Context, string) (user.OrderHolder, error) {
	return user.OrderHolder{SMS: true}, nil
}

func (s *shop) run(m *messageacts.Activities) int {
	s.T.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	stopped := make(chan struct{})
	close(stopped)
	env.SetWorkerStopChannel(stopped)
	env.RegisterActivity(m)
	answer, err := env.ExecuteActivity(m.DeliverMessages, 0)
	require.NoError(s.T, err)
	var count int
	require.NoError(s.T, answer.Get(&count))
	return count
}

func (s *shop) messagesOf(subject string) []outbox.MessageState {
	s.T.Helper()
	all, err := s.Store.Outbox.Of(ctx, subject)
	require.NoError(s.T, err)
	return all
}

func TestDeliverMessages_Waiting_Sent(t *testing.T) {
	s := newShop(t)
	in := notice()
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	out := &sender{}

	require.Equal(t, 1, s.delivers(out))
	require.Zero(t, s.delivers(out))

	require.Len(t, out.sent, 2)
	got := s.messagesOf(in.OrderID)
	require.Len(t, got, 1)
	require.Equal(t, outbox.MessageSent, got[0].State)
	require.Equal(t, 1, got[0].Attempts)
	require.False(t, got[0].SentAt.IsZero())
}

// words are those of messages.
type words interface {
	Wording(ctx context.Context, templates ...string) (texts.Wording, error)
	SupportPhone(ctx context.Context) (string, error)
}

// counted counts how often words are read.
type counted struct {
	words

	wordings, phones int
}

func (c *counted) Wording(ctx context.Context, templates ...string) (texts.Wording, error) {
	c.wordings++
	return c.words.Wording(ctx, templates...)
}

func (c *counted) SupportPhone(ctx context.Context) (string, error) {
	c.phones++
	return c.words.SupportPhone(ctx)
}

func TestDeliverMessages_Batch_ReadsWordsOnce(t *testing.T) {
	s := newShop(t)
	for _, order := range []string{"o-1", "o-2", "o-3"} {
		in := notice()
		in.OrderID = order
		require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	}
	read := &counted{words: s.Store.Proposals}

	require.Equal(t, 3, s.deliversWith(&sender{}, read))

	require.Equal(t, 1, read.wordings)
	require.Equal(t, 1, read.phones)
}

func TestDeliverMessages_OneOrder_KeepsItsOrder(t *testing.T) {
	s := newShop(t)
	var want []string
	for n := range 20 {
		in := notice()
		in.Key, in.Email = fmt.Sprintf("change-%02d", 20-n), ""
		require.NoError(t, s.Store.Outbox.Queue(ctx, in))
		want = append(want, fmt.Sprintf("%s-%s-sms", in.OrderID, in.Key))
	}
	out := &sender{}

	require.Equal(t, 20, s.delivers(out))

	require.Equal(t, want, out.keys())
}

// A worker that is killed has sent some messages of its batch and recorded none. The next worker gets the batch after the
// lease, and the keys, which the partner knows, keep a person from getting a message twice.
func TestDeliverMessages_WorkerKilled_TellsOnce(t *testing.T) {
	s := newShop(t)
	for n := range 5 {
		in := notice()
		in.OrderID, in.Email = fmt.Sprintf("order-%d", n), ""
		require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	}
	out := &sender{}
	claimed, err := s.Store.Outbox.Claim(ctx, 32)
	require.NoError(t, err)
	require.Len(t, claimed, 5)
	killed := messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals)
	for _, message := range claimed[:2] {
		require.NoError(t, killed.NotifyCustomer(ctx, message.Notice))
	}

	require.Zero(t, s.delivers(out), "they are still the other worker's")
	s.Exec("UPDATE outbox SET due_at = due_at - interval '1 minute'")
	require.Equal(t, 5, s.delivers(out))
	require.Zero(t, s.delivers(out))

	told := map[string]bool{} // like the partner: drop a known key
	for _, key := range out.keys() {
		told[key] = true
	}
	require.Len(t, out.keys(), 7)
	require.Len(t, told, 5, "a repeat has the key of the first try")
	for _, message := range claimed {
		require.Equal(t, outbox.MessageSent, s.messagesOf(message.Notice.OrderID)[0].State)
	}
}

func TestDeliverMessages_AddressRefused_IsGivenUp(t *testing.T) {
	s := newShop(t)
	in := notice()
	in.Email = ""
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))

	s.delivers(&sender{failing: map[string]error{"sms": fixture.RefusedWith("address_invalid")}})

	got := s.messagesOf(in.OrderID)[0]
	require.Equal(t, outbox.MessageRefused, got.State)
	require.Equal(t, string(contract.FailOutsideSystem), got.Failure)
	require.Zero(t, s.delivers(&sender{}), "not tried again")
}

func TestDeliver_SenderDown_RetriesADay(t *testing.T) {
	s := newShop(t)
	in := notice()
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	down := &sender{failing: map[string]error{"sms": fixture.ErrRetry, "email": fixture.ErrRetry}}

	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, outbox.MessageQueued, s.messagesOf(in.OrderID)[0].State)
	require.Zero(t, s.delivers(down), "not at once")

	s.Exec("UPDATE outbox SET due_at = now()")
	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, 2, s.messagesOf(in.OrderID)[0].Attempts)

	s.Exec("UPDATE outbox SET due_at = now(), give_up_at = now()")
	require.Equal(t, 1, s.delivers(down))
	require.Equal(t, outbox.MessageExpired, s.messagesOf(in.OrderID)[0].State)
}

func TestDeliverMessages_Unreached_IsNoted(t *testing.T) {
	s := newShop(t)
	unreached := func() []string {
		ways, err := s.Store.Outbox.WaysUnreached(ctx, "o1")
		require.NoError(t, err)
		return ways
	}
	sends := func(key string, failing map[string]error) {
		in := notice()
		in.Key = key
		require.NoError(t, s.Store.Outbox.Queue(ctx, in))
		require.Equal(t, 1, s.delivers(&sender{failing: failing}))
	}
	require.Empty(t, unreached(), "nothing was sent yet")
	sends("first", map[string]error{"sms": fixture.RefusedWith("address_invalid")})
	require.Equal(t, []string{"sms"}, unreached())
	sends("second", map[string]error{"email": fixture.RefusedWith("message_invalid"), "sms": fixture.ErrRetry})
	require.Equal(t, []string{"sms"}, unreached(), "a message that is still tried says nothing yet")
	s.Exec("UPDATE outbox SET state = 'expired' WHERE state = 'queued'") // the next one waits for it
	sends("third", map[string]error{"email": fixture.RefusedWith("address_invalid"), "sms": fixture.RefusedWith("address_invalid")})
	require.Equal(t, []string{"sms", "email"}, unreached())
	sends("fourth", nil)
	require.Empty(t, unreached())
}

// A customer who chose SMS alone still reads a message by e-mail if the SMS does not arrive.
func TestDeliverMessages_ChosenWayFails_OtherWayTells(t *testing.T) {
	s := newShop(t)
	in := notice()
	in.Template = "order-dispatched" // about the progress: the choice of channels counts
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	out := &sender{failing: map[string]error{"sms": fixture.RefusedWith("address_invalid")}}
	require.Equal(t, 1, s.deliversBy(out, onlySMS{}))
	require.Equal(t, 1, s.deliversBy(out, onlySMS{}))
	require.Equal(t, []string{"sms", "email"}, channels(out.sent))
	all := s.messagesOf("o1")
	require.Len(t, all, 2)
	require.Equal(t, outbox.MessageRefused, all[0].State)
	require.Equal(t, outbox.MessageSent, all[1].State)
	ways, err := s.Store.Outbox.WaysUnreached(ctx, "o1")
	require.NoError(t, err)
	require.Equal(t, []string{"sms"}, ways, "the copy does not hide it")
	require.Zero(t, s.deliversBy(out, onlySMS{}))
}

// A report that comes later leads to the other way, once; a message that used both has none.
func TestDeliverMessages_NotDelivered_OtherWayTellsOnce(t *testing.T) {
	s := newShop(t)
	in := notice()
	in.Template = "order-dispatched"
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	out := &sender{}
	require.Equal(t, 1, s.deliversBy(out, onlySMS{}))
	for range 2 {
		sent, err := s.Store.Outbox.NoteUndelivered(ctx, "o1-"+in.Key, "sms")
		require.NoError(t, err)
		again, has := sent.Otherwise("sms")
		require.True(t, has)
		require.NoError(t, s.Store.Outbox.Queue(ctx, again))
		s.deliversBy(out, onlySMS{})
	}
	require.Equal(t, []string{"sms", "email"}, channels(out.sent))

	other := notice()
	other.OrderID = "o2"
	require.NoError(t, s.Store.Outbox.Queue(ctx, other))
	require.Equal(t, 1, s.delivers(out))
	sent, err := s.Store.Outbox.NoteUndelivered(ctx, "o2-"+other.Key, "sms")
	require.NoError(t, err)
	again, _ := sent.Otherwise("sms")
	require.NoError(t, s.Store.Outbox.Queue(ctx, again))
	before := len(out.sent)
	require.Equal(t, 1, s.delivers(out))
	require.Len(t, out.sent, before, "both ways were used")
	require.Len(t, s.messagesOf("o2"), 1, "an empty copy leaves no line for support")
}

func TestDeliverMessages_Unreadable_IsPutAside(t *testing.T) {
	s := newShop(t)
	for n := range 3 {
		in := notice()
		in.OrderID, in.Email = fmt.Sprintf("o%d", n), ""
		require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	}
	s.Exec("UPDATE outbox SET notice = '\\x00' WHERE subject_id = 'o0'")
	out := &sender{}

	require.Equal(t, 2, s.delivers(out))

	require.ElementsMatch(t, []string{"o1-line-active-7-sms", "o2-line-active-7-sms"}, out.keys())
	var failure string
	require.NoError(t, s.DB.NewRaw("SELECT failure FROM outbox WHERE subject_id = 'o0' AND state = 'refused'").Scan(ctx, &failure))
	require.Equal(t, "unreadable", failure)
	aside, err := s.Store.Figures.PutAside(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, aside["message"])
}
