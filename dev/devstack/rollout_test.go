package devstack

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/customer"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

var silent = slog.New(slog.DiscardHandler)

// operator has the environment of a stack.
type operator struct {
	t      *testing.T
	cfg    config.Config
	client client.Client
}

func besides(t *testing.T, s Settings) operator {
	t.Helper()
	variables := written(t, s)
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	keys, err := codec.ParseKeys(cfg.PayloadKeys)
	require.NoError(t, err)
	c, err := temporal.Dial(t.Context(), temporal.Config{Temporal: cfg.Temporal, Keys: keys}, silent)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return operator{t, cfg, c}
}

// rollout makes one change of the builds and returns its output.
func (o operator) rollout(do func(app.Rollout) error) string {
	o.t.Helper()
	var out bytes.Buffer
	require.NoError(o.t, app.WithRollout(o.t.Context(), o.cfg, silent, &out, do))
	return out.String()
}

// worker runs one more worker until stop is called.
func (o operator) worker(build string) (stop func()) {
	o.t.Helper()
	ctx, cancel := context.WithCancel(o.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- app.Serve(ctx, o.cfg, silent, app.Roles{Worker: true, BuildID: build}) }()
	return func() {
		cancel()
		require.NoError(o.t, testkit.Receive(o.t, ended))
	}
}

// isRunBy expects that a build's worker ran the latest step of an order. Customers have their answer before Temporal
// has recorded the step.
func (o operator) isRunBy(build string, order startedOrder) {
	o.t.Helper()
	require.Eventually(o.t, func() bool {
		found, err := o.client.DescribeWorkflowExecution(o.t.Context(), contract.OrderWorkflowID(order.Order.Number), "")
		require.NoError(o.t, err)
		return found.GetWorkflowExecutionInfo().GetVersioningInfo().GetDeploymentVersion().GetBuildId() == build
	}, time.Minute, 10*time.Millisecond, build)
}

func startOrder(t *testing.T, app string) startedOrder {
	t.Helper()
	guest := customer.New(customer.NewClient(app+"/api", "en"), nil, customer.AnyPerson())
	require.NoError(t, guest.Start(t.Context(), ""))
	order := startedOrder{Session: guest.Session}
	order.Order.ID, order.Order.Number = guest.Order.Id, guest.Order.OrderNumber
	return order
}

func TestRun_NextBuild_ContinuesOrders(t *testing.T) {
	testkit.Nightly(t, "stack")
	s := freshSettings(t)
	var order startedOrder
	duringBuild(t, s, "build-1", func(app string) {
		order = startOrder(t, app)
		besides(t, s).isRunBy("build-1", order)
	})
	duringBuild(t, s, "build-2", func(app string) {
		chooseNumber(t, app, order)
		besides(t, s).isRunBy("build-2", order)
	})
}

func TestRun_RolloutAndBack_KeepsOrdersOpen(t *testing.T) {
	testkit.Nightly(t, "stack")
	s := freshSettings(t)
	duringBuild(t, s, "build-1", func(address string) {
		ops := besides(t, s)
		first, second, third := startOrder(t, address), startOrder(t, address), startOrder(t, address)
		stop := ops.worker("build-2")

		ops.rollout(func(r app.Rollout) error { return r.Ramp(t.Context(), "build-2", 10) })
		status := ops.rollout(func(r app.Rollout) error { return r.Promote(t.Context(), "build-2", false) })
		require.Regexp(t, `(?m)^build-2 +current +1$`, status)
		require.Regexp(t, `(?m)^build-1 +draining +1`, status)
		chooseNumber(t, address, first)
		ops.isRunBy("build-2", first)

		stop() // it dies with begun orders
		ops.rollout(func(r app.Rollout) error { return r.Promote(t.Context(), "build-1", false) })
		for _, order := range []startedOrder{second, third} {
			chooseNumber(t, address, order)
			ops.isRunBy("build-1", order)
		}
		var shown map[string]any
		require.Equal(t, http.StatusOK, call(t, http.MethodGet, address+"/api/orders/"+first.Order.ID, first.Session, nil, &shown))
	})
}

func TestRun_NoCurrentBuild_IsNotReady(t *testing.T) {
	s := freshSettings(t)
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	running, ended := make(chan Addresses, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{Settings: s, Roles: app.Roles{API: true}, Ready: func(a Addresses) { running <- a }})
	}()
	address := isUp(t, running, ended).App
	ready := func() bool {
		return isReady(t.Context(), &http.Client{Timeout: 5 * time.Second}, strings.TrimSuffix(address, "/")+"/readyz")
	}
	require.False(t, ready())
	ops := besides(t, s)
	require.Equal(t, "no worker has polled yet\n", ops.rollout(func(r app.Rollout) error { return r.Status(t.Context()) }))
	defer ops.worker("build-1")()
	require.Eventually(t, ready, 2*time.Minute, 50*time.Millisecond, "the first build promotes itself")
	stop()
	require.NoError(t, testkit.Receive(t, ended))
}
