package lateorder_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/lateorder"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store"
	"selfcare/internal/store/lateorder"
)

type courier struct {
	t     *testing.T
	db    *bun.DB
	store *store.Store
}

func newCourier(t *testing.T) *courier {
	t.Helper()
	db, s := testkit.Databases(t)
	return &courier{t, db, s}
}

// preparing creates an order in preparation for a city.
func (c *courier) preparing(city string) contract.Order {
	c.t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	o := contract.Order{
		ID: id, Number: "SC" + id[len(id)-8:], Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "en",
		Stage: contract.StageWizard, Seq: 1, CreatedAt: time.Now(),
		Delivery: &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: city}},
	}
	require.NoError(c.t, c.store.Orders.Open(c.t.Context(), o, []byte(id), ""))
	return c.moves(o, contract.StagePreparing)
}

func (c *courier) moves(o contract.Order, to contract.Stage) contract.Order {
	c.t.Helper()
	o.Stage = to
	return c.saves(o)
}

func (c *courier) saves(o contract.Order) contract.Order {
	c.t.Helper()
	o = order.Saved(o)
	require.NoError(c.t, c.store.Orders.Save(c.t.Context(), o))
	return o
}

// waits lets time pass for an order.
func (c *courier) waits(o contract.Order, longer time.Duration) contract.Order {
	c.t.Helper()
	_, err := c.db.NewRaw("UPDATE orders SET awaited_since = awaited_since - make_interval(secs => ?) WHERE id = ?", longer.Seconds(), o.ID).Exec(c.t.Context())
	require.NoError(c.t, err)
	return o
}

func (c *courier) delivers(city string, orders int, each time.Duration) {
	c.t.Helper()
	for range orders {
		c.moves(c.waits(c.preparing(city), each), contract.StageDelivered)
	}
}

func (c *courier) learns() (known int) {
	c.t.Helper()
	known, err := c.store.StageRuns.Learn(c.t.Context(), time.Now())
	require.NoError(c.t, err)
	return known
}

func (c *courier) late() (numbers []string, found []domain.Waiting) {
	c.t.Helper()
	found, err := c.store.StageRuns.Late(c.t.Context(), lateorder.DefaultFigures(), time.Now(), 100)
	require.NoError(c.t, err)
	for _, w := range found {
		numbers = append(numbers, w.Number)
	}
	return numbers, found
}

func TestLate_SlowCity_OnlyItsOrders(t *testing.T) {
	c := newCourier(t)
	c.delivers("riyadh", 30, time.Hour)
	c.delivers("jeddah", 30, time.Hour)
	require.Equal(t, 2, c.learns())

	slow := c.waits(c.preparing("jeddah"), 2*time.Hour)
	c.waits(c.preparing("riyadh"), 30*time.Minute)
	c.waits(c.preparing("abha"), 20*time.Hour) // Abha has no runs yet: a day, by the settings
	numbers, found := c.late()
	require.Equal(t, []string{slow.Number}, numbers)
	require.Equal(t, "sim", found[0].Kind)
	require.Equal(t, contract.StagePreparing, found[0].Stage)
	require.Equal(t, "jeddah", found[0].City)
	require.InDelta(t, time.Hour, found[0].Usual.Within, float64(time.Minute))

	c.delivers("jeddah", 200, 3*time.Hour) // Jeddah stays slow, and a day later that is its usual time
	require.Equal(t, 2, c.learns())
	numbers, _ = c.late()
	require.Empty(t, numbers)
	riyadh := c.waits(c.preparing("riyadh"), 2*time.Hour)
	numbers, _ = c.late()
	require.Equal(t, []string{riyadh.Number}, numbers, "late in another city as well")
}

func TestUsual_ManyRuns_IsNinetyPercent(t *testing.T) {
	c := newCourier(t)
	insert := func(runs int, took, ago string) {
		_, err := c.db.NewRaw(`
			INSERT INTO stage_runs (kind, stage, city, took, ended_at) SELECT 'esim', 'preparing', '', ?1::interval, now() - ?2::interval FROM generate_series(1, ?0)`,
			runs, took, ago).Exec(t.Context())
		require.NoError(t, err)
	}
	insert(300, "9 hours", "3 days")
	insert(180, "1 minute", "2 days")
	insert(17, "5 minutes", "1 day")
	insert(3, "2 hours", "1 day")
	for range 2 {
		require.Equal(t, 1, c.learns())
		var within, slowest string
		var runs, kept int
		require.NoError(t, c.db.NewRaw("SELECT within::text, slowest::text, runs FROM stage_expectations").Scan(t.Context(), &within, &slowest, &runs))
		require.Equal(t, []any{"00:01:00", "02:00:00", 200}, []any{within, slowest, runs})
		require.NoError(t, c.db.NewRaw("SELECT count(*) FROM stage_runs").Scan(t.Context(), &kept))
		require.Equal(t, 200, kept, "older ones are dropped")
	}
}

func TestUsual_FewRuns_IsTheSetting(t *testing.T) {
	c := newCourier(t)
	c.delivers("abha", 29, time.Hour)
	require.Zero(t, c.learns())
	o := c.waits(c.preparing("abha"), 23*time.Hour)
	numbers, _ := c.late()
	require.Empty(t, numbers)
	c.waits(o, 2*time.Hour)
	numbers, found := c.late()
	require.Equal(t, []string{o.Number}, numbers)
	require.Equal(t, domain.Usual{Within: 24 * time.Hour}, found[0].Usual)
}

func TestUsual_HeldRuns_DoNotCount(t *testing.T) {
	c := newCourier(t)
	for range 30 {
		o := c.preparing("jeddah")
		o.Held = &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip}
		o = c.moves(o, contract.StageHeld)
		o.Held = nil
		c.moves(c.moves(o, contract.StagePreparing), contract.StageDelivered)
		c.moves(c.preparing("jeddah"), contract.StageCancelling)
	}
	require.Zero(t, c.learns())
	c.delivers("jeddah", 30, time.Minute)
	require.Equal(t, 1, c.learns())
}

func TestLate_MarkedOrder_IsNotFoundAgain(t *testing.T) {
	c := newCourier(t)
	o := c.waits(c.preparing("jeddah"), 30*time.Hour)
	o.Held = &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip, FailureCode: contract.FailUnavailable}
	o = c.moves(o, contract.StageHeld)
	numbers, _ := c.late()
	require.Equal(t, []string{o.Number}, numbers, "a held order is late as well")
	o.Held = nil
	o = c.moves(o, contract.StagePreparing)

	o = c.saves(order.WithLate(o, contract.OrderLate{Stage: contract.StagePreparing, ExpectedBy: time.Now()}, time.Now()))
	numbers, _ = c.late()
	require.Empty(t, numbers)
	counts, err := c.store.StageRuns.Counts(t.Context())
	require.NoError(t, err)
	require.Equal(t, []domain.Count{{Kind: "sim", Stage: "preparing", Orders: 1}}, counts)
	found, is, err := c.store.Cases.Get(t.Context(), supportcase.Order, o.ID)
	require.NoError(t, err)
	require.True(t, is)
	require.Equal(t, contract.Code("order_late"), found.Code)
	require.Equal(t, supportcase.WorkComesFurther, found.Work)
	require.Equal(t, supportcase.Late, found.State())

	c.moves(o, contract.StageDispatched)
	counts, err = c.store.StageRuns.Counts(t.Context())
	require.NoError(t, err)
	require.Empty(t, counts)
	numbers, _ = c.late()
	require.Empty(t, numbers, "the next stage begins anew")
}
