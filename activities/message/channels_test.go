package message_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/store/outbox"
)

// A mail server knows no key of repeats, so a letter that has left must not leave again with each try of its SMS.
func TestDeliverMessages_SMSAway_LetterLeavesOnce(t *testing.T) {
	s, out := newShop(t), &sender{failing: map[string]error{messages.SMS: fixture.ErrRetry}}
	in := notice()
	s.queues(in)
	for range 5 {
		s.delivers(out)
		s.passes(3 * time.Minute)
	}
	require.Equal(t, 1, count(out.sent, messages.Email))
	require.Equal(t, 5, count(out.sent, messages.SMS))
	require.Equal(t, outbox.MessageQueued, s.messagesOf(in.OrderID)[0].State)

	out.failing = nil
	s.delivers(out)
	require.Equal(t, 1, count(out.sent, messages.Email))
	require.Equal(t, outbox.MessageSent, s.messagesOf(in.OrderID)[0].State)
}

func TestDeliverMessages_TextRefused_IsNotSentAgain(t *testing.T) {
	s, out := newShop(t), &sender{failing: map[string]error{messages.SMS: fixture.RefusedWith(messages.AddressInvalid), messages.Email: fixture.ErrRetry}}
	in := notice()
	s.queues(in)
	s.delivers(out)
	s.passes(3 * time.Minute)
	out.failing = nil
	s.delivers(out)
	require.Equal(t, 1, count(out.sent, messages.SMS))
	require.Equal(t, 2, count(out.sent, messages.Email))
	require.Equal(t, outbox.MessageSent, s.messagesOf(in.OrderID)[0].State)
}

// While no SMS leaves, letters leave as fast as ever, and the messages that wait for their SMS are tried seldom.
func TestDeliverMessages_SMSAway_LettersGoOn(t *testing.T) {
	s, out := newShop(t), &sender{failing: map[string]error{messages.SMS: fixture.ErrRetry}}
	const orders = 80
	for n := range orders {
		in := numbered(n, 1)
		in.Email = fixture.Noura.Email
		s.queues(in)
	}
	turn := messageacts.Turns(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals))
	for range 3 {
		pause, err := turn()
		require.NoError(t, err)
		require.Less(t, pause, time.Second)
	}
	require.Equal(t, orders, count(out.sent, messages.Email))

	for elapsed := time.Duration(0); elapsed < 10*time.Minute; elapsed += time.Second {
		_, err := turn()
		require.NoError(t, err)
		s.passes(time.Second)
	}
	require.Equal(t, orders, count(out.sent, messages.Email))
	require.Less(t, count(out.sent, messages.SMS), 15*orders)

	out.failing = nil
	s.passes(2 * time.Minute)
	for range 4 {
		_, err := turn()
		require.NoError(t, err)
	}
	for n := range orders {
		require.Equal(t, outbox.MessageSent, s.messagesOf(numbered(n, 1).OrderID)[0].State)
	}
}

// stopping is a sender during whose call the worker is stopped.
type stopping struct {
	sender

	stop context.CancelFunc
}

func (s *stopping) Send(ctx context.Context, m messages.Message) error {
	defer s.stop()
	return s.sender.Send(ctx, m)
}

// A sender that is stopped while it sends notes what has left: nothing would keep a mail server from sending it again.
func TestDeliverMessages_StoppedWhileSending_NotesWhatLeft(t *testing.T) {
	s, out := newShop(t), &stopping{}
	in := notice()
	in.Email = ""
	s.queues(in)
	turn := messageacts.TurnsIn(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals), func(ctx context.Context) context.Context {
		ctx, out.stop = context.WithCancel(ctx)
		return ctx
	})
	_, _ = turn() // stopped
	require.Len(t, out.sent, 1)
	require.Equal(t, outbox.MessageSent, s.messagesOf(in.OrderID)[0].State)
}

func count(sent []messages.Message, channel string) (n int) {
	for _, m := range sent {
		if m.Channel == channel {
			n++
		}
	}
	return n
}

// An SMS that has arrived is no refused message because its letter was refused, and the page of the order shows both.
func TestDeliverMessages_OneWayRefused_CountsAsSent(t *testing.T) {
	refused, away := fixture.RefusedWith("smtp_550_5.7.1"), fixture.ErrRetry
	for name, tt := range map[string]struct {
		tries []map[string]error // by channel, for each try
		state string
		ways  map[string]string
	}{
		"letter refused at once":         {[]map[string]error{{messages.Email: refused}}, outbox.MessageSent, map[string]string{"sms": "sent", "email": "refused"}},
		"SMS refused at once":            {[]map[string]error{{messages.SMS: refused}}, outbox.MessageSent, map[string]string{"sms": "refused", "email": "sent"}},
		"letter refused later":           {[]map[string]error{{messages.Email: away}, {messages.Email: refused}}, outbox.MessageSent, map[string]string{"sms": "sent", "email": "refused"}},
		"letter waits":                   {[]map[string]error{{messages.Email: away}}, outbox.MessageQueued, map[string]string{"sms": "sent", "email": "queued"}},
		"letter sent later":              {[]map[string]error{{messages.Email: away}, nil}, outbox.MessageSent, map[string]string{"sms": "sent", "email": "sent"}},
		"SMS refused, letter later":      {[]map[string]error{{messages.SMS: refused, messages.Email: away}, nil}, outbox.MessageSent, map[string]string{"sms": "refused", "email": "sent"}},
		"both refused":                   {[]map[string]error{{messages.SMS: refused, messages.Email: refused}}, outbox.MessageRefused, map[string]string{"sms": "refused", "email": "refused"}},
		"both refused, after each other": {[]map[string]error{{messages.SMS: refused, messages.Email: away}, {messages.Email: refused}}, outbox.MessageRefused, map[string]string{"sms": "refused", "email": "refused"}},
		"both sent":                      {[]map[string]error{nil}, outbox.MessageSent, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			s.queues(notice())
			for _, failing := range tt.tries {
				s.delivers(&sender{failing: failing})
				s.passes(3 * time.Minute)
			}
			got := s.messagesOf("o1")[0]
			require.Equal(t, tt.state, got.State)
			require.Equal(t, tt.ways, got.Ways)
			require.Equal(t, tt.state == outbox.MessageSent, !got.SentAt.IsZero())
			require.Zero(t, len(tt.tries)-got.Attempts, "a settled message is not tried again")
		})
	}
}

func TestDeliverMessages_LetterGivenUp_CountsAsSent(t *testing.T) {
	s := newShop(t)
	s.queues(notice())
	failing := &sender{failing: map[string]error{messages.Email: fixture.ErrRetry}}
	s.delivers(failing)
	s.Exec("UPDATE outbox SET due_at = now(), give_up_at = now()")
	s.delivers(failing)
	got := s.messagesOf("o1")[0]
	require.Equal(t, outbox.MessageSent, got.State)
	require.Equal(t, map[string]string{"sms": "sent", "email": "expired"}, got.Ways)
}
