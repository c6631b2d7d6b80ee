// Package billrun_test proves that a billing cycle completes while its workers are killed: no line missed, none billed
// twice, no gap in the numbers.
package billrun_test

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"

	"selfcare/dev/testkit"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
	"selfcare/internal/store/seal"
)

// `make billing-run` sets the figures of docs/benchmarks.md; by default the test runs a small part of them.
var (
	linesWanted = flag.Int("lines", 150, "lines of the bill day")
	killsWanted = flag.Int("kills", 1, "workers killed in the middle of it")
	seedWanted  = flag.Uint64("seed", 0, "where in it they fall; 0: drawn")
	rawWanted   = flag.String("raw", "", "file for what was measured")
	allowed     = flag.Duration("allowed", 2*time.Minute, "how long it may take")
)

// linesOfABatch are billed in one transaction.
const linesOfABatch = 50

var (
	activated = time.Date(2026, time.October, 15, 13, 20, 0, 0, calendar.Riyadh).UTC()
	ends      = time.Date(2026, time.November, 15, 0, 0, 0, 0, calendar.Riyadh).UTC()
)

const cohort, period = 15, "2026-11"

// measured is the result of one cycle.
type measured struct {
	Seed     uint64         `json:"seed"`
	Invoices int            `json:"invoices"`
	Missed   int            `json:"missed"`
	Doubled  int            `json:"doubled"`
	Gaps     int            `json:"gapsInTheNumbers"`
	Kills    int            `json:"kills"`
	KilledAt map[moment]int `json:"killedAt"`
	Took     string         `json:"took"`
}

func TestBillRun_DyingWorkers_BillEachOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	seed := *seedWanted
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d: repeat with -seed %d", seed, seed)
	r := newBillRun(t, *linesWanted)
	deaths := drawn(rand.New(rand.NewPCG(seed, 0)), *killsWanted, *linesWanted/linesOfABatch)
	began := time.Now()
	killed := r.lives(deaths)
	m := measured{Seed: seed, Kills: killed, KilledAt: map[moment]int{}, Took: time.Since(began).Round(time.Second).String()}
	for _, d := range deaths {
		m.KilledAt[d.when]++
	}
	m.Invoices = r.count("SELECT count(*) FROM invoices")
	m.Missed = r.count("SELECT count(*) FROM lines AS l WHERE NOT EXISTS (SELECT FROM invoices AS i WHERE i.line_id = l.id)") +
		r.count("SELECT count(*) FROM subscription_charges WHERE invoice_id IS NULL")
	m.Doubled = m.Invoices - r.count("SELECT count(DISTINCT line_id) FROM invoices")
	m.Gaps = r.count("SELECT max(n) - count(DISTINCT n) + min(n) - 1 FROM invoices")
	writeRaw(t, m)
	require.Equal(t, len(deaths), killed, "each worker was killed where it was to be")
	require.Equal(t, measured{Seed: seed, Invoices: *linesWanted, Kills: killed, KilledAt: m.KilledAt, Took: m.Took}, m)
	r.requireBooks(*linesWanted)
}

// drawn draws deaths in different batches, the earliest first, with the moments in turn; none in the first or the last
// batch.
func drawn(draws *rand.Rand, deaths, batches int) []death {
	places := draws.Perm(batches - 1)[:min(deaths, batches-1)]
	slices.Sort(places)
	list := make([]death, len(places))
	first := draws.IntN(len(moments))
	for i, place := range places {
		list[i] = death{place + 1, moments[(first+i)%len(moments)]}
	}
	return list
}

// billRun is a bill day with its lines, on a server and a database of its own.
type billRun struct {
	t      *testing.T
	server client.Client
	db     *bun.DB
	env    map[string]string // of its workers
}

func newBillRun(t *testing.T, lines int) *billRun {
	t.Helper()
	server, url := testkit.TemporalServer(t, nil), testkit.PostgresURL(t)
	dataKeys, indexKey := "test:"+testkit.RandomKey(), testkit.RandomKey()
	keys, err := seal.Parse(dataKeys, indexKey)
	require.NoError(t, err)
	r := &billRun{t: t, server: server.Client(), db: testkit.Connect(t, url)}
	r.env = map[string]string{envTemporal: server.FrontendHostPort(), envDatabase: url, envDataKeys: dataKeys, envIndexKey: indexKey}
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	first, err := store.New(r.db, keys).Lines.Add(t.Context(), line.Line{
		MSISDN: "0570000001", Kind: line.Voice, Type: "postpaid", PlanID: "postpaid-200", Person: contract.Person{IDNumber: "1000000008"},
		Contact: contract.Contact{Mobile: "0501112233"},
	}, activated)
	require.NoError(t, err)
	r.exec(`INSERT INTO lines (subscriber_id, msisdn, plan_id, subscription_type, status, activated_at)
		SELECT subscriber_id, '057' || lpad((n + 1)::text, 7, '0'), plan_id, subscription_type, status, activated_at
		FROM lines, generate_series(1, ?) AS n WHERE id = ?`, lines-1, first)
	r.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, 1, 'plan', plan_id, 20000, 2609, 'invoice', activated_at, ?, now() FROM lines`, ends)
	return r
}

func (r *billRun) exec(statement string, args ...any) {
	r.t.Helper()
	_, err := r.db.NewRaw(statement, args...).Exec(r.t.Context())
	require.NoError(r.t, err)
}

func (r *billRun) count(statement string) (n int) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw(statement).Scan(r.t.Context(), &n))
	return n
}

// lives runs one worker after the other, each until it is killed, and the last one to the end.
func (r *billRun) lives(deaths []death) (killed int) {
	r.t.Helper()
	ctx, stop := context.WithTimeout(r.t.Context(), *allowed)
	defer stop()
	id := contract.BillingCycleWorkflowID(cohort, period)
	run, err := r.server.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: contract.TaskQueue, WorkflowTaskTimeout: 2 * time.Second},
		contract.WorkflowBillingCycle, contract.BillingCycleInput{Cohort: cohort, Period: period})
	require.NoError(r.t, err)
	for _, d := range deaths {
		was, err := r.works(ctx, d)
		require.NoError(r.t, err)
		if was {
			killed++
			r.t.Logf("worker killed in batch %d, %s; %d invoices are there", d.batch, d.when, r.count("SELECT count(*) FROM invoices"))
		}
	}
	working, done := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := r.works(working, death{})
		ended <- err
	}()
	require.NoError(r.t, run.Get(ctx, nil))
	done()
	require.NoError(r.t, testkit.Receive(r.t, ended))
	return killed
}

// works runs a worker until it dies; it tells whether it died at its planned place.
func (r *billRun) works(ctx context.Context, dies death) (killed bool, err error) {
	return subprocess.Lives(ctx, asWorker, r.env, map[string]string{envDiesIn: strconv.Itoa(dies.batch), envDiesAt: string(dies.when)})
}

// requireBooks checks that each line owes its bill once, was told of it once, and each bill has a pending electronic
// invoice.
func (r *billRun) requireBooks(lines int) {
	r.t.Helper()
	require.Equal(r.t, lines, r.count("SELECT last FROM document_series WHERE series = 'INV'||to_char(now() AT TIME ZONE 'Asia/Riyadh', 'YY')||'15'"))
	require.Equal(r.t, lines, r.count("SELECT count(*) FROM ledger_operations WHERE kind = 'invoice'"))
	require.Zero(r.t, r.count("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines"))
	require.Equal(r.t, lines, r.count("SELECT count(*) FROM line_balances WHERE amount = 20000"))
	require.Equal(r.t, 2*lines, r.count("SELECT count(*) FROM outbox WHERE template = 'bill-issued'"), "the line, and the other mobile")
	require.Equal(r.t, lines, r.count("SELECT count(*) FROM einvoices WHERE subject = 'bill'"))
}

func writeRaw(t *testing.T, m measured) {
	t.Helper()
	raw, err := json.MarshalIndent(m, "", "  ")
	require.NoError(t, err)
	t.Logf("%s", raw)
	if *rawWanted != "" {
		require.NoError(t, os.WriteFile(*rawWanted, append(raw, '\n'), 0o600))
	}
}
