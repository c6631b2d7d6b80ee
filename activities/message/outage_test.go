package message_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/store/outbox"
)

// partner sends messages for us: unavailable as a whole, or failing for some addresses.
type partner struct {
	at      sync.Mutex
	away    bool
	cannot  map[string]bool // addresses for which it fails
	tries   int
	arrived []string // keys, in order
}

func (p *partner) Send(_ context.Context, m messages.Message) error {
	p.at.Lock()
	defer p.at.Unlock()
	p.tries++
	if p.away || p.cannot[m.To] {
		return fixture.ErrRetry
	}
	p.arrived = append(p.arrived, m.Key)
	return nil
}

func numbered(order, change int) contract.Notice {
	in := notice()
	in.OrderID, in.Key, in.Email = fmt.Sprintf("order-%02d", order), fmt.Sprintf("change-%d", change), ""
	in.Mobile = fmt.Sprintf("+9665000000%02d", order)
	return in
}

func (s *shop) queues(notices ...contract.Notice) {
	s.T.Helper()
	for _, one := range notices {
		require.NoError(s.T, s.Store.Outbox.Queue(ctx, one))
	}
}

// passes moves the clock of the outbox forward.
func (s *shop) passes(d time.Duration) {
	s.T.Helper()
	s.Exec(fmt.Sprintf("UPDATE outbox SET due_at = due_at - interval '%[1]d seconds', give_up_at = give_up_at - interval '%[1]d seconds'", int(d.Seconds())))
}

func TestDeliverMessages_PartnerBack_SendsSoon(t *testing.T) {
	s, out := newShop(t), &partner{away: true}
	for n := range 40 {
		s.queues(numbered(n, 1))
	}
	for range 30 { // ten minutes
		s.deliversTo(out)
		s.deliversTo(out)
		s.passes(20 * time.Second)
	}
	require.Empty(t, out.arrived)

	s.deliversTo(out)
	s.deliversTo(out)
	out.away = false
	s.passes(10 * time.Second)
	s.deliversTo(out)
	s.deliversTo(out)

	require.GreaterOrEqual(t, len(out.arrived), 38)
}

func TestDeliverMessages_EarlierWaits_LaterWaits(t *testing.T) {
	s, out := newShop(t), &partner{away: true}
	s.queues(numbered(1, 1), numbered(2, 1))
	s.deliversTo(out)
	s.queues(numbered(1, 2))
	out.away = false

	s.deliversTo(out)
	require.Empty(t, out.arrived, "the first one waits for its next try")

	s.passes(10 * time.Second)
	s.deliversTo(out)
	require.Subset(t, out.arrived, []string{"order-01-change-1-sms", "order-01-change-2-sms", "order-02-change-1-sms"})
	require.Less(t, index(out.arrived, "order-01-change-1-sms"), index(out.arrived, "order-01-change-2-sms"))
}

func TestDeliver_EarlierFails_LaterWait(t *testing.T) {
	first := numbered(1, 1)
	s, out := newShop(t), &partner{cannot: map[string]bool{first.Mobile: true}}
	s.queues(first, numbered(1, 2), numbered(2, 1), numbered(3, 1))

	s.deliversTo(out)

	second := s.messagesOf("order-01")[1]
	require.Equal(t, outbox.MessageQueued, second.State)
	require.Zero(t, second.Attempts, "it was not tried")
	require.Len(t, out.arrived, 2)
}

func TestDeliverMessages_EarlierRefused_LaterGoes(t *testing.T) {
	s, out := newShop(t), &sender{failing: map[string]error{"sms": fixture.RefusedWith("address_invalid")}}
	s.queues(numbered(1, 1))
	s.delivers(out)
	s.queues(numbered(1, 2))
	out.failing = nil
	s.delivers(out)
	require.Equal(t, []string{"order-01-change-1-sms", "order-01-change-2-sms"}, out.keys())
}

func index(all []string, one string) int {
	for n, key := range all {
		if key == one {
			return n
		}
	}
	return -1
}

func TestDeliverMessages_PartnerAway_FewTries(t *testing.T) {
	s, out := newShop(t), &partner{away: true}
	for n := range 40 {
		s.queues(numbered(n, 1))
	}
	turn := messageacts.Turns(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals))
	for elapsed := time.Duration(0); elapsed < 5*time.Minute; {
		pause, err := turn()
		require.NoError(t, err)
		s.passes(pause)
		elapsed += pause
	}
	require.LessOrEqual(t, out.tries, 32+2*100, "one batch, then two messages each three seconds")

	out.away = false
	elapsed := time.Duration(0)
	for len(out.arrived) < 40 {
		pause, err := turn()
		require.NoError(t, err)
		s.passes(pause)
		elapsed += pause
	}
	require.Less(t, elapsed, 10*time.Second)
}

func TestDeliverMessages_OneAddressFails_OthersGo(t *testing.T) {
	bad := numbered(1, 1)
	s, out := newShop(t), &partner{cannot: map[string]bool{bad.Mobile: true}}
	s.queues(bad)
	turn := messageacts.Turns(messageacts.New(out, noAccounts{}, s.Store.Outbox, links, s.Store.Proposals))
	for n := range 20 {
		s.queues(numbered(n+2, 1), numbered(n+2, 2))
		pause, err := turn()
		require.NoError(t, err)
		s.passes(pause + time.Second)
	}
	require.Len(t, out.arrived, 40)
	require.Less(t, s.messagesOf("order-01")[0].Attempts, 8)
}
