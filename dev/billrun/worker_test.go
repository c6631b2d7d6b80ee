package billrun_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	billacts "selfcare/activities/bill"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
	"selfcare/workflows/bill"
)

// Variables of a test's worker: this program again, in a process that can be killed.
const (
	asWorker    = "worker"
	envTemporal = "BILLRUN_TEMPORAL"
	envDatabase = "BILLRUN_DATABASE"
	envDataKeys = "BILLRUN_DATA_KEYS"
	envIndexKey = "BILLRUN_INDEX_KEY"
	envDiesIn   = "BILLRUN_DIES_IN" // batch, from 1
	envDiesAt   = "BILLRUN_DIES_AT" // moment
)

// moment is a worker's place of death in a batch.
type moment string

const (
	before moment = "before the batch"
	within moment = "half of the batch written, nothing committed"
	after  moment = "the batch committed, before its workflow hears"
)

var moments = []moment{before, within, after}

// death is the planned death of a worker; the zero one never comes.
type death struct {
	batch int
	when  moment
}

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{asWorker: work})
}

// work is a worker with the product's workflow and activities.
func work(ctx context.Context, variables map[string]string) error {
	keys, err := seal.Parse(variables[envDataKeys], variables[envIndexKey])
	if err != nil {
		return err
	}
	db, err := pool.Open(ctx, variables[envDatabase])
	if err != nil {
		return err
	}
	server, err := client.Dial(client.Options{
		HostPort: variables[envTemporal], Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	if err != nil {
		return err
	}
	batch, _ := strconv.Atoi(variables[envDiesIn]) // zero: it lives
	mortal := &mortal{db: db, dies: death{batch, moment(variables[envDiesAt])}}
	mortal.Activities = billacts.New(store.New(db.WithQueryHook(witness{mortal}), keys))
	w := worker.New(server, contract.TaskQueue, worker.Options{
		StickyScheduleToStartTimeout: time.Second, // steps of a dead worker must not wait long
	})
	w.RegisterWorkflow(bill.BillingCycle)
	w.RegisterActivity(mortal)
	if err := w.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	return errors.New("the worker was not killed")
}

// mortal bills like the product, until its death.
type mortal struct {
	*billacts.Activities
	db      *bun.DB
	dies    death
	here    bool // in the batch of its death
	written int  // invoices of that batch
}

// BillLines wraps the product's activity.
func (m *mortal) BillLines(ctx context.Context, in contract.BillingBatch) (done contract.BilledBatch, err error) {
	var behind int
	if err := m.db.NewRaw("SELECT count(*) FROM lines WHERE id <= nullif(?, '')::uuid", in.After).Scan(ctx, &behind); err != nil {
		return done, err
	}
	m.here = behind/linesOfABatch+1 == m.dies.batch
	m.at(before)
	done, err = m.Activities.BillLines(ctx, in)
	if err == nil {
		m.at(after)
	}
	return done, err
}

func (m *mortal) at(when moment) {
	if m.here && when == m.dies.when {
		subprocess.Die()
	}
}

// witness sees each statement of a mortal.
type witness struct{ *mortal }

// BeforeQuery counts the invoices that are about to be written.
func (m witness) BeforeQuery(ctx context.Context, q *bun.QueryEvent) context.Context {
	if m.here && strings.Contains(q.Query, "INSERT INTO invoices ") {
		if m.written++; m.written > linesOfABatch/2 {
			m.at(within)
		}
	}
	return ctx
}

// AfterQuery does nothing.
func (witness) AfterQuery(context.Context, *bun.QueryEvent) {}
