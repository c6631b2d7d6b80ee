//go:build outage

package devstack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/dev/seed"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
)

const (
	outageOrders  = 80
	outageBuyers  = 10 // at once
	outageBegins  = 12 // orders that have been paid by then
	outageLasts   = 25 * time.Second
	outageAllowed = 8 * time.Minute
)

// A failover may leave connections on a node that takes no writes. Orders that are under way then must end as if nothing had
// been: nobody is charged without an order, nobody twice, and the books agree with what the provider took.
func TestOutage_ADatabaseThatTakesNoWritesCostsNobodyAnything(t *testing.T) {
	s := freshSettings(t)
	during(t, s, func(app string) {
		ctx, cancel := context.WithTimeout(t.Context(), outageAllowed)
		defer cancel()
		db, err := pool.Open(ctx, written(t, s)["DATABASE_URL"])
		require.NoError(t, err)
		defer func() { require.NoError(t, db.Close()) }()
		limits := store.New(db, nil).Settings
		require.NoError(t, limits.Change(ctx, map[string]json.RawMessage{
			"orderStartsByAddress": json.RawMessage("100000"), "holdsByAddress": json.RawMessage("100000"),
			"deviceSessionsByAddress": json.RawMessage("100000"), "eligibilityByAddress": json.RawMessage("100000"),
			"verifyContact": json.RawMessage("false"),
		}))

		shop := &outageShop{t: t, base: app + "/api", variables: written(t, s)}
		buyers, ctx := errgroup.WithContext(ctx)
		buyers.SetLimit(outageBuyers + 1)
		buyers.Go(func() error { return shop.loseWrites(ctx, db) })
		orders := make([]*customer.Customer, outageOrders)
		for n := range orders {
			orders[n] = shop.customer()
			buyers.Go(func() error { return shop.buy(ctx, orders[n]) })
		}
		require.NoError(t, buyers.Wait())

		refused := writesRefused(t, s)
		t.Logf("%d orders, writes refused %d times with 25006, %d calls repeated", outageOrders, refused, shop.repeated.Load())
		require.NotZero(t, refused, "the fault never happened")
		shop.requireAllRight(orders, db)
	})
}

type outageShop struct {
	t         *testing.T
	base      string
	variables map[string]string
	paid      atomic.Int64
	repeated  atomic.Int64
}

func (o *outageShop) customer() *customer.Customer {
	client := customer.NewClient(o.base, "en")
	cards := &customer.Cards{Base: o.variables["PAYMENT_URL"], PublishableKey: "pk_sim_selfcare", HTTP: client.HTTP}
	return customer.New(client, cards, customer.AnyPerson())
}

// loseWrites makes every connection read only for a while, those that are open included.
func (o *outageShop) loseWrites(ctx context.Context, db *bun.DB) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for o.paid.Load() < outageBegins {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	for _, mode := range []string{"on", "off"} {
		if _, err := db.ExecContext(ctx, "ALTER SYSTEM SET default_transaction_read_only = "+mode); err != nil {
			return fmt.Errorf("turn %s: %w", mode, err)
		}
		if _, err := db.ExecContext(ctx, "SELECT pg_reload_conf()"); err != nil {
			return fmt.Errorf("reload: %w", err)
		}
		if mode == "on" {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(outageLasts):
			}
		}
	}
	return nil
}

// buy orders an eSIM and stays with it until it works. What is answered with an error is tried again, as a person would.
func (o *outageShop) buy(ctx context.Context, c *customer.Customer) error {
	c.WantsESIM("apple-iphone-16")
	steps := []struct {
		done func(gen.Order) bool
		take func(context.Context) error
	}{
		{func(order gen.Order) bool { return order.Id != "" }, func(ctx context.Context) error { return c.StartWithAny(ctx, "bronze") }},
		{past("plan-selection"), func(ctx context.Context) error { return c.ChoosePlan(ctx, "hawakom-55") }},
		{past("eligibility-check"), c.ShowEligibility},
		{past("identity-validation"), c.ProveIdentity},
		{past("personal-information"), c.GiveContact},
		{past("order-confirmation"), c.Confirm},
		{isPaid, func(ctx context.Context) error { return c.Pay(ctx, customer.CardApproved) }},
	}
	for n, step := range steps {
		if err := o.insist(ctx, c, step.done, step.take); err != nil {
			return fmt.Errorf("step %d: %w", n, err)
		}
	}
	o.paid.Add(1)
	return c.Await(ctx, func(order gen.Order) bool { return order.Stage == "active" })
}

func past(step string) func(gen.Order) bool {
	return func(order gen.Order) bool { return order.Id != "" && string(order.Step) != step }
}

func isPaid(order gen.Order) bool { return order.Stage != "wizard" && order.Stage != "" }

func (o *outageShop) insist(ctx context.Context, c *customer.Customer, done func(gen.Order) bool, take func(context.Context) error) error {
	for {
		err := take(ctx)
		if err == nil {
			return nil
		}
		o.repeated.Add(1)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(500 * time.Millisecond):
		}
		if c.Order.Id != "" && c.Refresh(ctx) == nil && done(c.Order) {
			return nil
		}
	}
}

// writesRefused counts what the product's log says of writes that a read-only database refused.
func writesRefused(t *testing.T, s Settings) int {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(s.StateDir, "selfcare.log"))
	require.NoError(t, err)
	return bytes.Count(log, []byte("25006"))
}

// requireAllRight compares orders, ledger and the provider's own list of charges.
func (o *outageShop) requireAllRight(orders []*customer.Customer, db *bun.DB) {
	ctx := o.t.Context()
	support, err := customer.SignInSupport(ctx, customer.NewClient(o.base, "en"), "support@selfcare.example", seed.Password, seed.StaffSecret)
	require.NoError(o.t, err)
	var price int64
	for _, c := range orders {
		require.EqualValues(o.t, "active", c.Order.Stage)
		books, err := support.Books(ctx, c.Order.Id)
		require.NoError(o.t, err)
		require.True(o.t, books.Agree, "%s: %v", c.Order.OrderNumber, books.Findings)
		price += int64(c.Order.Price.Total)
	}
	var sum, left int64
	require.NoError(o.t, db.NewRaw(`SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_lines),
		(SELECT coalesce(sum(amount), 0) FROM ledger_lines WHERE account = 'payment-provider')`).Scan(ctx, &sum, &left))
	require.Zero(o.t, sum, "the ledger sums to zero")
	require.Equal(o.t, price, left, "each customer has paid once")
	require.Equal(o.t, price, o.taken(), "the provider took no more than that")
	var lost int
	require.NoError(o.t, db.NewRaw("SELECT count(*) FROM orders WHERE stage <> 'active' AND EXISTS (SELECT FROM payments WHERE subject = orders.id AND status NOT IN ('refunded', 'declined', 'abandoned'))").Scan(ctx, &lost))
	require.Zero(o.t, lost, "no order has lost its money")
}

// taken is what the provider charged and did not give back, in halalas.
func (o *outageShop) taken() int64 {
	request, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, strings.TrimSuffix(o.variables["PAYMENT_URL"], "/payment")+"/control/payment/charges", http.NoBody)
	require.NoError(o.t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(o.t, err)
	defer func() { require.NoError(o.t, answer.Body.Close()) }()
	var list struct {
		Items []struct{ Charged, Refunded int64 }
	}
	require.NoError(o.t, json.NewDecoder(answer.Body).Decode(&list))
	var taken int64
	for _, charge := range list.Items {
		taken += charge.Charged - charge.Refunded
	}
	return taken
}
