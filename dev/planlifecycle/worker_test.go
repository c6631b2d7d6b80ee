package planlifecycle_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	subscriptionacts "selfcare/activities/subscription"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/network"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
	"selfcare/workflows/subscription"
)

// Variables of a test's worker: this program again, in a process that can be killed.
const (
	asWorker    = "worker"
	envTemporal = "YEARS_TEMPORAL"
	envDatabase = "YEARS_DATABASE"
	envDataKeys = "YEARS_DATA_KEYS"
	envIndexKey = "YEARS_INDEX_KEY"
	envDiesIn   = "YEARS_DIES_IN" // cycle
	envDiesAt   = "YEARS_DIES_AT" // moment
)

// moment is a worker's place of death around the end of a cycle.
type moment string

const (
	beforeCharge moment = "before the charge"
	withTheRow   moment = "while it holds the row"
	afterCharge  moment = "once the charge is written, before its workflow hears"
)

var moments = []moment{beforeCharge, withTheRow, afterCharge}

// death is the planned death of a worker; the zero one never comes.
type death struct {
	cycle int
	when  moment
}

// at kills this process as the system does: without a word, a flush or a close.
func (d death) at(when moment, cycle int, here bool) {
	if here && when == d.when && cycle == d.cycle {
		subprocess.Die()
	}
}

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{asWorker: work})
}

// work is a worker with the product's workflow and activities; only the clock of its activities leaps.
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
	cycle, _ := strconv.Atoi(variables[envDiesIn]) // zero: it lives
	dies := death{cycle, moment(variables[envDiesAt])}
	w := worker.New(server, contract.QueueOf(contract.WorkflowPlanShard), worker.Options{
		StickyScheduleToStartTimeout: time.Second, // steps of a dead worker must not wait long
		Interceptors:                 []interceptor.WorkerInterceptor{&hasty{}},
	})
	books := store.New(db, keys)
	w.RegisterWorkflow(subscription.PlanSubscription)
	w.RegisterWorkflow(subscription.PlanShard)
	w.RegisterActivity(newLeaping(books, dies))
	w.RegisterActivity(newLeapingShards(books, dies))
	w.RegisterActivity(subscriptionacts.NewService(books.Lines, followsAll{}))
	if err := w.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	return errors.New("the worker was not killed")
}

// followsAll is a network that obeys every call.
type followsAll struct{ network.Gateway }

func (followsAll) SetService(context.Context, string, string, network.Service) error { return nil }

// hasty has the death of a worker noticed within seconds, not within a minute.
type hasty struct {
	interceptor.WorkerInterceptorBase
}

func (*hasty) InterceptWorkflow(_ workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	return &hastyInbound{interceptor.WorkflowInboundInterceptorBase{Next: next}}
}

type hastyInbound struct {
	interceptor.WorkflowInboundInterceptorBase
}

func (i *hastyInbound) Init(out interceptor.WorkflowOutboundInterceptor) error {
	return i.Next.Init(&hastyOutbound{interceptor.WorkflowOutboundInterceptorBase{Next: out}})
}

type hastyOutbound struct {
	interceptor.WorkflowOutboundInterceptorBase
}

func (o *hastyOutbound) ExecuteActivity(ctx workflow.Context, name string, args ...any) workflow.Future {
	return o.Next.ExecuteActivity(workflow.WithHeartbeatTimeout(ctx, time.Second), name, args...)
}
