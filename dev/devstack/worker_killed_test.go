package devstack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/customer"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/flow"
	"selfcare/internal/ledger"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
	userstore "selfcare/internal/store/user"
)

const (
	asWorker = "worker" // this program once more, in a process of its own

	killedLines     = 10
	rechargesOfLine = 10 // the tenth gets the bonus
	killedRecharges = killedLines * rechargesOfLine
	killedAfter     = 10 // recharges completed at that time
	killedWaiting   = 5  // recharges charged and not completed
	rechargeNet     = contract.Halalas(5000)
	rechargePaid    = contract.Halalas(5750)
	rechargeBonus   = contract.Halalas(5000) // a tenth of ten recharges
)

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{asWorker: func(ctx context.Context, variables map[string]string) error {
		cfg, err := config.Parse(variables)
		if err != nil {
			return err
		}
		return app.Serve(ctx, cfg, silent, app.Roles{Worker: true, BuildID: "killed"})
	}})
}

// patient is the HTTP client for simulators and the stack.
var patient = &http.Client{Timeout: 10 * time.Second}

// counter begins and counts a hundred recharges.
type counter struct {
	operator
	store     *store.Store
	db        *bun.DB
	cards     *customer.Cards
	variables map[string]string
	purchases []contract.PurchaseInput

	ctx    context.Context //nolint:containedctx // of the stack
	stop   context.CancelFunc
	ended  chan error
	worker *subprocess.Process
}

// A dead worker loses nothing: the next one continues its work, and each effect happens once.
func TestRun_WorkerDiesInRecharges_PaysOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	c := openApart(t)

	c.draft()
	buyers, buying := errgroup.WithContext(c.ctx)
	for _, in := range c.purchases {
		token, err := c.cards.Token(c.ctx, customer.CardApproved)
		require.NoError(t, err)
		buyers.Go(func() error { return c.insist(buying, in, token) })
	}
	require.Eventually(t, c.inTheMiddle, 2*time.Minute, time.Millisecond)
	c.killWorker()
	done, taken := c.completed(), len(c.charges())
	t.Logf("killed with %d of %d recharges completed, %d charged", done, killedRecharges, taken)
	require.Less(t, done, killedRecharges, "the kill came too late")
	require.Greater(t, taken, done, "no purchase was charged and still waiting")

	c.startWorker()
	require.NoError(t, buyers.Wait(), "%s", c)
	require.Eventually(t, func() bool { return c.completed() == killedRecharges }, 2*time.Minute, 50*time.Millisecond)
	c.requireEachOnce()
	c.close()
}

// isUp waits for a stack, or its failure.
func isUp(t *testing.T, running <-chan Addresses, ended <-chan error) (up Addresses) {
	t.Helper()
	select {
	case up = <-running:
	case err := <-ended:
		require.FailNow(t, "the stack ended before it was up", "%v", err)
	}
	return up
}

// openApart runs a stack with the worker in its own process, so that it can be killed.
func openApart(t *testing.T, more ...map[string]string) *counter {
	t.Helper()
	s, running, ended := freshSettings(t, more...), make(chan Addresses, 1), make(chan error, 1)
	ctx, stop := context.WithTimeout(t.Context(), runWithin)
	t.Cleanup(stop)
	go func() {
		ended <- Run(ctx, Options{Settings: s, Roles: app.Roles{API: true}, Ready: func(a Addresses) { running <- a }})
	}()
	ready := strings.TrimSuffix(isUp(t, running, ended).App, "/") + "/readyz"
	c := openCounter(t, s)
	c.ctx, c.stop, c.ended = ctx, stop, ended
	c.startWorker()
	require.Eventually(t, func() bool { return isReady(t.Context(), patient, ready) }, 2*time.Minute, 20*time.Millisecond)
	return c
}

// close kills the worker and stops the stack like Ctrl-C.
func (c *counter) close() {
	c.t.Helper()
	c.killWorker()
	c.stop()
	require.NoError(c.t, <-c.ended)
}

func (c *counter) killWorker() {
	c.t.Helper()
	require.NoError(c.t, c.worker.Kill())
}

func openCounter(t *testing.T, s Settings) *counter {
	t.Helper()
	c := &counter{operator: besides(t, s), variables: written(t, s)}
	keys, err := seal.Parse(c.cfg.DataKeys, c.cfg.IndexKey)
	require.NoError(t, err)
	c.db, err = pool.Open(t.Context(), c.cfg.DatabaseURL)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.db.Close()) })
	c.store = store.New(c.db, keys)
	c.cards = &customer.Cards{Base: c.cfg.Moyasar.URL, PublishableKey: c.cfg.Moyasar.PublishableKey, HTTP: patient}
	return c
}

// startWorker runs this program again, as the only worker of the stack.
func (c *counter) startWorker() {
	c.t.Helper()
	c.worker = subprocess.Start(c.t, asWorker, c.variables)
}

// draft prepares the purchases: ten recharges for each of ten lines.
func (c *counter) draft() {
	c.t.Helper()
	for n := range killedLines {
		line, err := c.store.Lines.Add(c.t.Context(), linestore.Line{
			MSISDN: fmt.Sprintf("0579%06d", n), Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-55",
			Person: contract.Person{IDNumber: uuid.NewString()},
		}, time.Now())
		require.NoError(c.t, err)
		user, err := c.store.Users.Register(c.t.Context(), userstore.User{Email: uuid.NewString() + "@selfcare.example", PasswordHash: "none"}, line)
		require.NoError(c.t, err)
		for range rechargesOfLine {
			p := purchase.Priced(contract.Purchase{
				ID: uuid.NewString(), Kind: contract.PurchaseRecharge, Way: contract.PayCard, Language: "en", UserID: user.ID,
				PayerLineID: line, LineID: line, Amount: rechargeNet, CreatedAt: time.Now().UTC(),
			}, rechargeNet, purchase.Figures{VATPercent: 15})
			p.Payment = &contract.Payment{ID: uuid.NewString(), Status: contract.PaymentProcessing, Amount: p.Total, At: p.CreatedAt}
			c.purchases = append(c.purchases, contract.PurchaseInput{Purchase: p, PaymentTTL: time.Hour})
		}
	}
}

// insist begins a purchase, and repeats the request until it is answered: the same request is the same purchase.
func (c *counter) insist(ctx context.Context, in contract.PurchaseInput, token string) error {
	id := in.Purchase.ID
	number := func(int) string { return "PU-" + id }
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for {
		_, err := flow.NewPurchases(c.client).Start(ctx, in, number, id, contract.OpenPurchase{CardToken: token, ReturnURL: c.cfg.PublicURL})
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("purchase %s: %w", id, err)
		case <-again.C:
		}
	}
}

func (c *counter) completed() int { return c.in(contract.PurchaseCompleted) }

// in counts the purchases in a stage.
func (c *counter) in(stage contract.PurchaseStage) int {
	c.t.Helper()
	count, err := c.db.NewSelect().Table("purchases").Where("stage = ?", stage).Count(c.t.Context())
	require.NoError(c.t, err)
	return int(count)
}

// inTheMiddle asks the provider first: purchases completed meanwhile make the difference smaller, never larger.
func (c *counter) inTheMiddle() bool {
	c.t.Helper()
	taken := len(c.charges())
	done := c.completed()
	return done >= killedAfter && taken-done >= killedWaiting
}

// String shows the progress of the purchases.
func (c *counter) String() string {
	var stages []struct {
		Stage string
		Count int
	}
	err := c.db.NewRaw("SELECT stage, count(*) AS count FROM purchases GROUP BY stage").Scan(context.Background(), &stages)
	return fmt.Sprint(stages, err)
}

// providerCharge is a charge at the provider.
type providerCharge struct {
	Reference         string
	Charged, Refunded contract.Halalas
	Ledger            []struct{ Kind string }
}

func (c *counter) charges() []providerCharge {
	c.t.Helper()
	address := strings.TrimSuffix(c.cfg.Moyasar.URL, "/payment/v1") + "/control/payment/charges"
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, address, http.NoBody)
	require.NoError(c.t, err)
	answer, err := patient.Do(request)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, answer.Body.Close()) }()
	var list struct{ Items []providerCharge }
	require.NoError(c.t, json.NewDecoder(answer.Body).Decode(&list))
	return list.Items
}

// requireEachOnce compares the provider's own list, the ledger and the balances with the purchases.
func (c *counter) requireEachOnce() {
	c.t.Helper()
	charged := map[string]contract.Halalas{}
	for _, charge := range c.charges() {
		require.Len(c.t, charge.Ledger, 1, "money moved once: %s", charge.Reference)
		require.Zero(c.t, charge.Refunded)
		charged[charge.Reference] += charge.Charged
	}
	require.Len(c.t, charged, killedRecharges)
	lines := map[string]bool{}
	for _, in := range c.purchases {
		p := in.Purchase
		lines[p.LineID] = true
		require.Equal(c.t, rechargePaid, charged[p.Payment.ID], "charge of %s", p.ID)
		require.Equal(c.t, map[string]int{"charge": 1, string(contract.PurchaseRecharge): 1}, c.posted(p.ID), "ledger of %s", p.ID)
	}
	for line := range lines {
		require.Equal(c.t, rechargesOfLine*rechargeNet+rechargeBonus, c.balance(line), "balance of line %s", line)
	}
	var owed contract.Halalas
	require.NoError(c.t, c.db.NewRaw("SELECT coalesce(sum(amount), 0) FROM ledger_lines WHERE account = 'customer'").Scan(c.t.Context(), &owed))
	require.Zero(c.t, owed, "a customer has paid for an undelivered purchase")
}

// posted counts the operations of a purchase by kind, without the bonus of every tenth one.
func (c *counter) posted(id string) map[string]int {
	c.t.Helper()
	var rows []struct {
		Kind  string
		Count int
	}
	err := c.db.NewRaw("SELECT kind, count(*) AS count FROM ledger_operations WHERE subject = ? AND kind <> 'bonus' GROUP BY kind", id).Scan(c.t.Context(), &rows)
	require.NoError(c.t, err)
	counts := map[string]int{}
	for _, row := range rows {
		counts[row.Kind] = row.Count
	}
	return counts
}

func (c *counter) balance(line string) contract.Halalas {
	c.t.Helper()
	var balance contract.Halalas
	err := c.db.NewRaw("SELECT -sum(amount) FROM ledger_lines WHERE account = ?", ledger.LineAccount(line)).Scan(c.t.Context(), &balance)
	require.NoError(c.t, err)
	return balance
}
