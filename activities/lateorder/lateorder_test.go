package lateorder_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/testsuite"

	lateorderacts "selfcare/activities/lateorder"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// teller records the news for orders and then runs what the test wants. The deaf order never answers.
type teller struct {
	mu    sync.Mutex
	deaf  string
	then  map[string]func()
	heard map[string][]contract.OrderLate
}

func (h *teller) Tell(_ context.Context, workflowID, news string, arg any) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.heard[workflowID+" "+news] = append(h.heard[workflowID+" "+news], arg.(contract.OrderLate))
	if then := h.then[workflowID]; then != nil {
		then()
	}
	if workflowID == h.deaf {
		return errors.New("no worker takes it")
	}
	return nil
}

// waiting is an order that has been in preparation for so long.
func waiting(t *testing.T, db *bun.DB, s *store.Store, since time.Duration) contract.Order {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	o := contract.Order{
		ID: id, Number: "SC" + id[len(id)-8:], Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "en",
		Stage: contract.StageWizard, Seq: 1, CreatedAt: time.Now(),
	}
	require.NoError(t, s.Orders.Open(t.Context(), o, []byte(id), ""))
	o.Stage = contract.StagePreparing
	o = order.Saved(o)
	require.NoError(t, s.Orders.Save(t.Context(), o))
	makesWait(t, db, o, since)
	return o
}

func makesWait(t *testing.T, db *bun.DB, o contract.Order, since time.Duration) {
	t.Helper()
	_, err := db.NewRaw("UPDATE orders SET awaited_since = now() - make_interval(secs => ?) WHERE id = ?", since.Seconds(), o.ID).Exec(context.Background())
	require.NoError(t, err)
}

// turn runs one turn of the activity, until it is stopped.
func turn(t *testing.T, s *store.Store, h *teller, stop chan struct{}) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerStopChannel(stop)
	env.SetTestTimeout(time.Minute)
	a := lateorderacts.New(s, h, time.Millisecond)
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.TellLateOrders)
	require.NoError(t, err)
}

func TestTellLateOrders_Turn_TellsEachOnce(t *testing.T) {
	db, s := testkit.Databases(t)
	deaf, late, prompt, last := waiting(t, db, s, 40*time.Hour), waiting(t, db, s, 30*time.Hour), waiting(t, db, s, time.Hour), waiting(t, db, s, time.Hour)
	id := func(o contract.Order) string { return contract.OrderWorkflowID(o.Number) }
	stop := make(chan struct{})
	h := &teller{deaf: id(deaf), heard: map[string][]contract.OrderLate{}, then: map[string]func(){
		id(late): func() { makesWait(t, db, last, 30*time.Hour) }, // found when the activity looks again
		id(last): func() { close(stop) },
	}}
	turn(t, s, h, stop)
	require.Len(t, h.heard, 3)
	for _, o := range []contract.Order{late, deaf, last} {
		told := h.heard[id(o)+" "+contract.SignalOrderLate]
		require.Len(t, told, 1)
		require.Equal(t, contract.StagePreparing, told[0].Stage)
		require.True(t, told[0].ExpectedBy.After(time.Now()), "never in the past")
	}
	require.NotContains(t, h.heard, id(prompt)+" "+contract.SignalOrderLate)

	stop = make(chan struct{})
	h.heard = map[string][]contract.OrderLate{}
	delete(h.then, id(late))
	turn(t, s, h, stop)
	require.Len(t, h.heard, 3, "they have not taken it: told again")
}

func TestIncidents_Over_TellsThoseWhoWait(t *testing.T) {
	db, s := testkit.Databases(t)
	inParcel := func(number string) contract.Order {
		o := waiting(t, db, s, time.Hour)
		o.Contact = &contract.Contact{FullName: "Noura", Mobile: number}
		o.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "jeddah"}}
		o = order.Saved(o)
		require.NoError(t, s.Orders.Save(t.Context(), o))
		return o
	}
	waits, arrived := inParcel("0501112233"), inParcel("0501112234")
	agent := uuid.NewString()
	_, err := db.NewRaw("INSERT INTO users (id, email, password_hash) VALUES (?, 'agent@example.sa', 'x')", agent).Exec(t.Context())
	require.NoError(t, err)
	storm := incident.Incident{
		ID: uuid.NewString(), City: "jeddah", From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour), TextEn: "A storm", TextAr: "عاصفة", OpenedBy: agent,
	}
	require.NoError(t, s.Incidents.Open(t.Context(), storm))
	_, err = s.Incidents.Gather(t.Context(), time.Now())
	require.NoError(t, err)
	arrived.Stage = contract.StageDelivered
	require.NoError(t, s.Orders.Save(t.Context(), order.Saved(arrived)))
	require.NoError(t, s.Incidents.End(t.Context(), storm.ID, agent, time.Now()))

	late := waiting(t, db, s, 30*time.Hour)
	for range 2 {
		stop := make(chan struct{})
		h := &teller{heard: map[string][]contract.OrderLate{}, then: map[string]func(){contract.OrderWorkflowID(late.Number): func() { close(stop) }}}
		turn(t, s, h, stop)
	}
	queued, err := s.Outbox.Claim(t.Context(), 10)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	require.Equal(t, "incident-over", queued[0].Notice.Template)
	require.Equal(t, []string{waits.ID, "0501112233"}, []string{queued[0].Notice.OrderID, queued[0].Notice.Mobile})
}

func TestIncidents_Unreadable_TellsRest(t *testing.T) {
	db, s := testkit.Databases(t)
	agent := uuid.NewString()
	_, err := db.NewRaw("INSERT INTO users (id, email, password_hash) VALUES (?, 'agent@example.sa', 'x')", agent).Exec(t.Context())
	require.NoError(t, err)
	var touched []contract.Order
	for _, mobile := range []string{"0501112233", "0501112234", "0501112235"} {
		o := waiting(t, db, s, time.Hour)
		o.Contact = &contract.Contact{FullName: "Noura", Mobile: mobile}
		o.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "jeddah"}}
		o = order.Saved(o)
		require.NoError(t, s.Orders.Save(t.Context(), o))
		touched = append(touched, o)
	}
	storm := incident.Incident{
		ID: uuid.NewString(), City: "jeddah", From: time.Now().Add(-time.Hour), Until: time.Now().Add(time.Hour), TextEn: "A storm", TextAr: "عاصفة", OpenedBy: agent,
	}
	require.NoError(t, s.Incidents.Open(t.Context(), storm))
	_, err = s.Incidents.Gather(t.Context(), time.Now())
	require.NoError(t, err)
	require.NoError(t, s.Incidents.End(t.Context(), storm.ID, agent, time.Now()))
	_, err = db.NewRaw("UPDATE incident_orders SET touched_at = touched_at - interval '1 minute' WHERE order_id = ?", touched[0].ID).Exec(t.Context())
	require.NoError(t, err)
	_, err = db.NewRaw("UPDATE orders SET state = '{\"stage\": 7}' WHERE id = ?", touched[0].ID).Exec(t.Context())
	require.NoError(t, err)

	late, stop := waiting(t, db, s, 30*time.Hour), make(chan struct{})
	h := &teller{heard: map[string][]contract.OrderLate{}, then: map[string]func(){contract.OrderWorkflowID(late.Number): func() { close(stop) }}}
	turn(t, s, h, stop)
	queued, err := s.Outbox.Claim(t.Context(), 10)
	require.NoError(t, err)
	told := make([]string, 0, len(queued))
	for _, q := range queued {
		told = append(told, q.Notice.Mobile)
	}
	require.ElementsMatch(t, []string{"0501112234", "0501112235"}, told)
	untold, err := s.Incidents.ListUntold(t.Context(), 10)
	require.NoError(t, err)
	require.Len(t, untold, 1, "the unreadable order is tried again")
	require.Equal(t, touched[0].ID, untold[0].OrderID)
}
