package devstack

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/api/serviceerror"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/flow"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

const (
	killedSwitches = 40
	killedTwice    = 5 // of them are begun on two devices at once
	switchesOwed   = 3 // purchases written and not started at that time
	switchedTo     = "hawakom-90"
	switcherHas    = contract.Halalas(50_000)
)

// switchers are customers who switch their plans from their balances, all at once.
type switchers struct {
	*counter
	plans []contract.PlanSubscription // of each purchase
}

// A worker that dies after writing a purchase, before the start of the purchase's workflow, loses none of them.
func TestRun_WorkerDiesInSwitch_PaysOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	c := &switchers{counter: openApart(t)}
	c.havePlans()

	buyers, buying := errgroup.WithContext(c.ctx)
	for n := range c.purchases {
		buyers.Go(func() error { return c.switches(buying, n) })
	}
	require.Eventually(t, func() bool { return len(c.owed()) >= switchesOwed }, 2*time.Minute, time.Millisecond)
	c.killWorker()
	require.NotZero(t, c.written(), "written, and no workflow has begun: else the kill came at another moment")

	c.startWorker()
	require.NoError(t, buyers.Wait(), "%s", c)
	require.Eventually(t, func() bool {
		return c.completed() == killedSwitches && c.in(contract.PurchaseFailed) == killedTwice
	},
		2*time.Minute, 50*time.Millisecond, "%s", c)
	c.requireEachSwitchedOnce()
	c.close()
}

// havePlans creates lines with a plan and a balance, and the purchase of each.
func (c *switchers) havePlans() {
	c.t.Helper()
	ctx := c.t.Context()
	for n := range killedSwitches {
		line, err := c.store.Lines.Add(ctx, linestore.Line{
			MSISDN: fmt.Sprintf("0577%06d", n), Kind: linestore.Voice, Type: subscription.Prepaid, PlanID: "hawakom-55",
			Person: contract.Person{IDNumber: uuid.NewString()},
		}, time.Now())
		require.NoError(c.t, err)
		require.NoError(c.t, c.store.Ledger.Post(ctx, ledger.Posting{Key: uuid.NewString(), Subject: line, Kind: "gift", Entries: []ledger.Entry{
			{Account: ledger.LineAccount(line), Amount: -switcherHas}, {Account: "gifts", Amount: switcherHas},
		}}))
	}
	require.NoError(c.t, seed.BeginPlans(ctx, c.db, c.store, time.Now()))
	var lines []string
	require.NoError(c.t, c.db.NewRaw("SELECT id FROM lines WHERE msisdn LIKE '0577%'").Scan(ctx, &lines))
	for _, line := range append(lines, lines[:killedTwice]...) {
		c.draftsSwitch(line)
	}
}

func (c *switchers) draftsSwitch(line string) {
	c.t.Helper()
	now := time.Now().UTC()
	look, err := c.store.PlanSubscriptions.Look(c.t.Context(), line, switchedTo, now)
	require.NoError(c.t, err)
	settings, err := c.store.Settings.Get(c.t.Context())
	require.NoError(c.t, err)
	user, err := c.store.Users.ByMobile(c.t.Context(), look.Line.MSISDN)
	if errors.Is(err, storeerrors.ErrNotFound) {
		user, err = c.store.Users.Register(c.t.Context(), userstore.User{Email: uuid.NewString() + "@selfcare.example", Mobile: look.Line.MSISDN, PasswordHash: "none"}, line)
	}
	require.NoError(c.t, err)
	p := contract.Purchase{
		ID: uuid.NewString(), Kind: contract.PurchaseSwitch, Way: contract.PayBalance, Language: "ar", UserID: user.ID,
		PayerLineID: line, LineID: line, Stage: contract.PurchasePaying, CreatedAt: now.Truncate(time.Millisecond),
		Switch: &contract.PlanSwitch{
			PlanID: switchedTo, FromPlanID: look.Present.PlanID, FromCycle: look.Present.Cycle,
			Items: subscription.SwitchBill(look.Plan, look.SIMs, look.Commitment, now, settings.VATPercent),
		},
	}
	p.Total, p.VAT = subscription.SwitchTotal(p.Switch.Items, true)
	c.plans, c.purchases = append(c.plans, look.Present), append(c.purchases, contract.PurchaseInput{Purchase: p, PaymentTTL: time.Hour})
}

// switches repeats the request until it is answered: the same request is the same purchase.
func (c *switchers) switches(ctx context.Context, n int) error {
	in := c.purchases[n]
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for {
		_, err := flow.NewSubscriptions(c.client).BeginSwitch(ctx, c.plans[n], in, c.number(n), "begin "+in.Purchase.ID)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("switch of line %s: %w", in.Purchase.LineID, err)
		case <-again.C:
		}
	}
}

func (c *switchers) number(n int) func(int) string {
	return func(int) string { return fmt.Sprintf("PU-SWITCH%02d", n) }
}

// owed lists the written purchases whose workflows have not reported yet.
func (c *switchers) owed() (numbers []string) {
	c.t.Helper()
	err := c.db.NewRaw("SELECT p.number FROM purchases AS p JOIN purchase_starts AS s ON s.purchase_id = p.id").Scan(c.t.Context(), &numbers)
	require.NoError(c.t, err)
	return numbers
}

// written counts those that Temporal does not know.
func (c *switchers) written() (count int) {
	c.t.Helper()
	for _, number := range c.owed() {
		_, err := c.client.DescribeWorkflowExecution(c.t.Context(), contract.PurchaseWorkflowID(number), "")
		if errors.As(err, new(*serviceerror.NotFound)) {
			count++
			continue
		}
		require.NoError(c.t, err)
	}
	return count
}

// requireEachSwitchedOnce compares plans and balances with the purchases: a double start switches once, and the other
// payment goes back.
func (c *switchers) requireEachSwitchedOnce() {
	c.t.Helper()
	require.Empty(c.t, c.owed())
	for _, in := range c.purchases {
		p := in.Purchase
		plan, err := c.store.PlanSubscriptions.Get(c.t.Context(), p.LineID)
		require.NoError(c.t, err)
		require.Equal(c.t, switchedTo, plan.PlanID)
		require.Equal(c.t, p.Switch.FromCycle+1, plan.Cycle, "line %s was switched once", p.LineID)
		require.Equal(c.t, switcherHas-p.Total, c.balance(p.LineID), "balance of line %s", p.LineID)
	}
}
