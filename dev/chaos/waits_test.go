package chaos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// woken is the result of Waits for one cause: the seconds from the end of an outage until each wait went on.
type woken struct {
	Waits   int       `json:"waits"`
	InTime  int       `json:"within10s"`
	Outages []string  `json:"outages"`
	Slowest float64   `json:"slowestSeconds"`
	Median  float64   `json:"medianSeconds"`
	All     []float64 `json:"seconds"`
}

const (
	waitsWanted  = 40
	inTimeOf40   = 38
	inTime       = 10 * time.Second
	outagesMost  = 12 // of the database, until there were enough waits
	eachWithin   = 3 * time.Minute
	outage       = 26 * time.Second
	saysDatabase = "our database gives no answer"
)

// Our database, the messages partner and the identity app are away under orders. Of forty waits, 38 go on within ten seconds
// after each return.
func TestWaits_CauseOver_GoOn(t *testing.T) {
	ctx := only(t, "Waits")
	s := open(t)
	stop := s.runs(ctx, handsAtOnce, nothing)
	s.enter()
	results := map[string]*woken{
		"messages": s.wakesAfterMessages(ctx),
		"identity": s.wakesAfterIdentity(ctx),
		"database": s.wakesAfterDatabase(ctx),
	}
	writeRaw(t, results)
	for cause, w := range results {
		t.Logf("%s: %d of %d waits went on within %s, median %.1f s, slowest %.1f s; away %s", cause, w.InTime, w.Waits, inTime, w.Median, w.Slowest,
			strings.Join(w.Outages, ", "))
	}
	for cause, w := range results {
		require.GreaterOrEqual(t, w.Waits, waitsWanted, cause)
		require.GreaterOrEqual(t, w.InTime*waitsWanted, inTimeOf40*w.Waits, cause)
	}
	stop()
	s.requireHonest()
}

// wakesAfterMessages has customers pay while the messages partner refuses each message.
func (s *stack) wakesAfterMessages(ctx context.Context) *woken {
	s.t.Helper()
	buyers := s.crowd(ctx, waitsWanted/2, reachPayment)
	went := time.Now()
	s.breakSystem("messages", "send")
	s.each(ctx, buyers, payAndInstall)
	s.waits(ctx, outage-time.Since(went))
	var keys []string
	require.NoError(s.t, s.db.NewRaw("SELECT key FROM outbox WHERE state = 'queued'").Scan(ctx, &keys))
	s.mendSystem("messages")
	back := time.Now()
	w := &woken{Outages: []string{back.Sub(went).Round(time.Second).String()}}
	for _, key := range keys {
		var sent *time.Time
		require.Eventually(s.t, func() bool {
			err := s.db.NewRaw("SELECT sent_at FROM outbox WHERE key = ?", key).Scan(ctx, &sent)
			return err == nil && sent != nil
		}, 2*time.Minute, pollEvery, key)
		w.All = append(w.All, sent.Sub(back).Seconds())
	}
	return w.summed()
}

// wakesAfterIdentity has customers approve while the app loses its webhooks and answers no inquiry.
func (s *stack) wakesAfterIdentity(ctx context.Context) *woken {
	s.t.Helper()
	buyers := s.crowd(ctx, waitsWanted, reachIdentity)
	s.control(http.MethodPost, "identity/knobs", map[string]any{"callbacks": map[string]float64{"lost": 1}})
	s.breakSystem("identity", "status")
	went := time.Now()
	s.each(ctx, buyers, func(ctx context.Context, c *customer.Customer) error { return c.AskForIdentity(ctx) })
	s.waits(ctx, outage-time.Since(went))
	s.mendSystem("identity")
	back := time.Now()
	w := &woken{Outages: []string{back.Sub(went).Round(time.Second).String()}}
	var mutex sync.Mutex
	s.each(ctx, buyers, func(ctx context.Context, c *customer.Customer) error {
		err := c.Await(ctx, func(o gen.Order) bool {
			return o.Identity != nil && o.Identity.Status == gen.OrderIdentityStatusCompleted
		})
		mutex.Lock()
		defer mutex.Unlock()
		w.All = append(w.All, time.Since(back).Seconds())
		return err
	})
	s.control(http.MethodPost, "identity/knobs", map[string]any{"callbacks": map[string]float64{"lost": 0}})
	return w.summed()
}

// wakesAfterDatabase stops the database under a crowd of buyers, again and again, and reads in the histories of their orders
// when each wait went on.
func (s *stack) wakesAfterDatabase(ctx context.Context) *woken {
	s.t.Helper()
	w, draws := &woken{}, rand.New(rand.NewPCG(drawSeed(s.t), 4))
	for len(w.All) < waitsWanted && len(w.Outages) < outagesMost {
		buyers := s.crowd(ctx, 2*crowdAtOnce, reachPayment)
		walks, walking := errgroup.WithContext(ctx)
		for _, c := range buyers {
			walks.Go(func() error { return payAndInstall(walking, c) })
		}
		s.waits(ctx, between(draws, time.Second, 4*time.Second))
		gone, err := s.withoutDatabase(outage)
		require.NoError(s.t, err)
		back := time.Now()
		w.Outages = append(w.Outages, gone.Round(time.Second).String())
		require.NoError(s.t, walks.Wait())
		for _, c := range buyers {
			if wait, isWait := s.wentOn(ctx, contract.OrderWorkflowID(c.Order.OrderNumber), back); isWait {
				w.All = append(w.All, wait.Seconds())
			}
		}
	}
	return w.summed()
}

// wentOn returns how long after back a workflow that waited for the database did its next step. It waited if, at that moment, a
// timer ran that says so, or the server repeated a call.
func (s *stack) wentOn(ctx context.Context, workflowID string, back time.Time) (wait time.Duration, isWait bool) {
	s.t.Helper()
	events := s.engineer.temporal.GetWorkflowHistory(ctx, workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	open := map[int64]bool{} // timers that wait for the database, and calls, by their first event
	for events.HasNext() {
		event, err := events.Next()
		require.NoError(s.t, err)
		at := event.GetEventTime().AsTime()
		switch isOver := endsWait(open, event); {
		case at.Before(back):
			s.noteWait(open, event)
		case isOver:
			return at.Sub(back), true
		}
	}
	return 0, false
}

// noteWait keeps what runs before the database is back.
func (s *stack) noteWait(open map[int64]bool, event *historypb.HistoryEvent) {
	s.t.Helper()
	switch event.GetEventType() {
	case enumspb.EVENT_TYPE_TIMER_STARTED:
		if strings.HasPrefix(s.summary(event), saysDatabase) {
			open[event.GetEventId()] = true
		}
	case enumspb.EVENT_TYPE_TIMER_FIRED:
		delete(open, event.GetTimerFiredEventAttributes().GetStartedEventId())
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED:
		open[event.GetEventId()] = false // a wait only if it was repeated
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_STARTED:
		delete(open, event.GetActivityTaskStartedEventAttributes().GetScheduledEventId())
	default:
	}
}

// endsWait reports whether an event is the first success of something that waited.
func endsWait(open map[int64]bool, event *historypb.HistoryEvent) bool {
	switch event.GetEventType() {
	case enumspb.EVENT_TYPE_ACTIVITY_TASK_STARTED:
		started := event.GetActivityTaskStartedEventAttributes()
		_, isOpen := open[started.GetScheduledEventId()]
		return isOpen && started.GetAttempt() > 1
	case enumspb.EVENT_TYPE_MARKER_RECORDED:
		hasTimer := slices.Contains(slices.Collect(maps.Values(open)), true)
		return hasTimer && event.GetMarkerRecordedEventAttributes().GetFailure() == nil
	default:
		return false
	}
}

// summary returns the words that the workflow gave to a timer.
func (s *stack) summary(event *historypb.HistoryEvent) (words string) {
	s.t.Helper()
	if sealed := event.GetUserMetadata().GetSummary(); sealed != nil {
		require.NoError(s.t, s.engineer.converter.FromPayload(sealed, &words))
	}
	return words
}

// crowd brings new customers to the same point.
func (s *stack) crowd(ctx context.Context, size int, act func(context.Context, *customer.Customer) error) []*customer.Customer {
	s.t.Helper()
	all := make([]*customer.Customer, size)
	for n := range all {
		all[n] = s.shop.Customer()
	}
	s.each(ctx, all, act)
	return all
}

// each has all customers do the same at the same time.
func (s *stack) each(ctx context.Context, all []*customer.Customer, act func(context.Context, *customer.Customer) error) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, eachWithin)
	defer cancel()
	acts, acting := errgroup.WithContext(ctx)
	for _, c := range all {
		acts.Go(func() error { return act(acting, c) })
	}
	require.NoError(s.t, acts.Wait())
}

// breakSystem makes an outside system answer 503 to an operation until it is mended.
func (s *stack) breakSystem(system, operation string) {
	s.t.Helper()
	s.control(http.MethodPost, system+"/scenarios", map[string]any{"operation": operation, "outcome": "error", "times": -1})
}

func (s *stack) mendSystem(system string) {
	s.t.Helper()
	s.control(http.MethodDelete, system+"/scenarios", nil)
}

// control calls the control API of the simulators.
func (s *stack) control(method, path string, in any) {
	s.t.Helper()
	body, err := json.Marshal(in)
	require.NoError(s.t, err)
	base := strings.TrimSuffix(s.variables["MOYASAR_URL"], "/payment/v1")
	request, err := http.NewRequestWithContext(s.t.Context(), method, base+"/control/"+path, bytes.NewReader(body))
	require.NoError(s.t, err)
	answer, err := (&http.Client{Timeout: time.Minute}).Do(request)
	require.NoError(s.t, err)
	require.NoError(s.t, answer.Body.Close())
	require.Less(s.t, answer.StatusCode, http.StatusMultipleChoices, path)
}

// inTurn does one act after the other.
func inTurn(ctx context.Context, acts ...func(context.Context) error) error {
	for _, act := range acts {
		if err := act(ctx); err != nil {
			return err
		}
	}
	return nil
}

// reachIdentity brings a customer to the push of the identity app.
func reachIdentity(ctx context.Context, c *customer.Customer) error {
	c.WantsESIM("apple-iphone-16")
	return inTurn(ctx, func(ctx context.Context) error { return c.StartWithAny(ctx, "bronze") },
		func(ctx context.Context) error { return c.ChoosePlan(ctx, "hawakom-55") }, c.ShowEligibility)
}

// reachPayment brings a customer to the price.
func reachPayment(ctx context.Context, c *customer.Customer) error {
	return inTurn(ctx, func(ctx context.Context) error { return reachIdentity(ctx, c) }, c.ProveIdentity, c.GiveContact, c.Confirm)
}

// payAndInstall pays and waits for the active line.
func payAndInstall(ctx context.Context, c *customer.Customer) error {
	return inTurn(ctx, func(ctx context.Context) error { return c.Pay(ctx, customer.CardChallenge) }, c.AwaitActivationCode,
		func(ctx context.Context) error {
			return c.Await(ctx, func(o gen.Order) bool { return o.Stage == "active" })
		})
}

// summed counts the waits.
func (w *woken) summed() *woken {
	slices.Sort(w.All)
	w.Waits = len(w.All)
	for _, seconds := range w.All {
		if seconds <= inTime.Seconds() {
			w.InTime++
		}
	}
	if w.Waits > 0 {
		w.Slowest, w.Median = w.All[w.Waits-1], w.All[w.Waits/2]
	}
	return w
}
