package devstack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

const (
	heldOrders   = 30
	heldBuyers   = 6 // at once
	resumedFirst = 5 // when the worker is killed
	bulkNote     = "the courier is back"
)

// recovery is the work of support after an outage of the courier.
type recovery struct {
	*counter
	support *customer.Support
	filter  gen.BulkFilter
}

// The courier is down, thirty orders are held. After its return support retries them all; its session ends and the
// worker is killed in the middle. Every customer gets their parcel, and reads each message once.
func TestRun_WorkerDiesInBulk_ResumesEachOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	kind, code := gen.CaseKind("order"), string(contract.FailCourierRefused)
	r := &recovery{counter: openApart(t), filter: gen.BulkFilter{Kind: &kind, FailureCode: &code}}
	r.courier(http.MethodPost, "knobs", map[string]any{"pace": map[string]any{"scanEveryMs": 200}})
	r.courier(http.MethodPost, "scenarios", map[string]any{"operation": "book", "outcome": "address-refused", "times": -1})
	r.settles()
	r.sells()
	require.Eventually(t, func() bool { return r.orders("stage = 'held'") == heldOrders }, 2*time.Minute, 50*time.Millisecond)
	r.courier(http.MethodDelete, "scenarios", nil)

	b := r.begins()
	require.Eventually(t, func() bool { return r.items("done_at IS NOT NULL") >= resumedFirst }, time.Minute, 10*time.Millisecond)
	require.NoError(t, r.support.Call(r.ctx, http.MethodPost, "/users/current/logout", nil, nil))
	r.killWorker()
	require.Positive(t, r.items("outcome = 'waiting'"), "the kill came too late")
	r.startWorker()

	require.Eventually(t, func() bool { return r.orders("state -> 'shipment' ->> 'status' = 'delivered'") == heldOrders }, 3*time.Minute, 50*time.Millisecond)
	r.signsIn()
	require.Eventually(t, func() bool { return r.bulk(b.Id).State == gen.BulkState(contract.BulkCompleted) }, time.Minute, 50*time.Millisecond)
	shown := r.bulk(b.Id)
	require.Equal(t, heldOrders, shown.Counts.Resumed)
	r.requireEachOnce(b)
	r.close()
}

// courier sets the courier's simulator.
func (r *recovery) courier(method, path string, in any) {
	r.t.Helper()
	body, err := json.Marshal(in)
	require.NoError(r.t, err)
	address := strings.TrimSuffix(r.variables["COURIER_URL"], "/courier") + "/control/courier/" + path
	request, err := http.NewRequestWithContext(r.ctx, method, address, bytes.NewReader(body))
	require.NoError(r.t, err)
	request.Header.Set("Content-Type", "application/json")
	answer, err := patient.Do(request)
	require.NoError(r.t, err)
	require.NoError(r.t, answer.Body.Close())
	require.Less(r.t, answer.StatusCode, http.StatusMultipleChoices, path)
}

func (r *recovery) settles() {
	r.t.Helper()
	changes := map[string]json.RawMessage{"verifyContact": json.RawMessage("false"), "bulkResolutionsPerMinute": json.RawMessage("300")}
	for _, limit := range []string{"orderStartsByAddress", "holdsByAddress", "deviceSessionsByAddress", "eligibilityByAddress"} {
		changes[limit] = json.RawMessage("100000")
	}
	require.NoError(r.t, r.store.Settings.Change(r.ctx, changes))
}

func (r *recovery) base() string { return strings.TrimSuffix(r.cfg.PublicURL, "/") + "/api" }

// sells orders a SIM for home delivery for each customer.
func (r *recovery) sells() {
	r.t.Helper()
	buyers, ctx := errgroup.WithContext(r.ctx)
	buyers.SetLimit(heldBuyers)
	for range heldOrders {
		buyers.Go(func() error { return r.buys(ctx) })
	}
	require.NoError(r.t, buyers.Wait())
}

func (r *recovery) buys(ctx context.Context) error {
	c := customer.New(customer.NewClient(r.base(), "en"), r.cards, customer.AnyPerson())
	for n, step := range []func(context.Context) error{
		func(ctx context.Context) error { return c.StartWithAny(ctx, "bronze") },
		func(ctx context.Context) error { return c.ChoosePlan(ctx, "hawakom-55") },
		c.ShowEligibility, c.ProveIdentity, c.GiveContact, c.ChooseHomeDelivery, c.Confirm,
		func(ctx context.Context) error { return c.Pay(ctx, customer.CardApproved) },
	} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("step %d: %w", n, err)
		}
	}
	return nil
}

// begins previews the bulk before it starts it.
func (r *recovery) begins() gen.Bulk {
	r.t.Helper()
	r.signsIn()
	var looked gen.PreviewBulkAnswer
	r.asks(http.MethodPost, "/preview", map[string]any{"filter": r.filter}, &looked)
	will := looked.Data
	require.Equal(r.t, []int{heldOrders, heldOrders}, []int{will.Total, will.Resumable})
	require.Len(r.t, will.Groups, 1)
	for _, item := range will.Items {
		require.True(r.t, item.Allowed)
		require.Equal(r.t, "tries-again", item.Will[0].Key)
	}
	require.Equal(r.t, heldOrders, r.orders("stage = 'held'"), "nothing happened yet")
	var begun gen.BulkAnswer
	r.asks(http.MethodPost, "", map[string]any{"filter": will.Filter, "note": bulkNote}, &begun)
	require.Equal(r.t, heldOrders, begun.Data.Total)
	return begun.Data
}

// asks calls a bulk operation as support.
func (r *recovery) asks(method, path string, in, out any) {
	r.t.Helper()
	require.NoError(r.t, r.support.Call(r.ctx, method, "/support/bulk-resolutions"+path, in, out))
}

func (r *recovery) signsIn() {
	r.t.Helper()
	support, err := customer.SignInSupport(r.ctx, customer.NewClient(r.base(), "en"), "support@selfcare.example", seed.Password, seed.StaffSecret)
	require.NoError(r.t, err)
	r.support = support
}

func (r *recovery) bulk(id string) gen.Bulk {
	r.t.Helper()
	var now gen.GetBulkAnswer
	r.asks(http.MethodGet, "/"+id, nil, &now)
	return now.Data
}

func (r *recovery) orders(where string) int { return r.count("orders", where) }

func (r *recovery) items(where string) int { return r.count("bulk_items", where) }

func (r *recovery) count(table, where string) (n int) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT count(*) FROM "+table+" WHERE "+where).Scan(r.ctx, &n))
	return n
}

// requireEachOnce checks the decisions, the courier's parcels and the customers' messages.
func (r *recovery) requireEachOnce(b gen.Bulk) {
	r.t.Helper()
	require.Equal(r.t, heldOrders, r.count("audit_log", "action = 'retry' AND note LIKE '"+bulkNote+" (bulk/"+b.Id+"/%' AND actor = '"+b.StartedBy+"'"))
	require.Equal(r.t, heldOrders, r.count("audit_log", "action = 'retry'"))
	var twice []string
	require.NoError(r.t, r.db.NewRaw(`
		SELECT template || ' ' || string_agg(key, ' ') FROM outbox WHERE subject_id::text IN (SELECT id::text FROM orders)
		GROUP BY subject_id, template HAVING count(*) > 1`).Scan(r.ctx, &twice))
	require.Empty(r.t, twice, "a message was told twice")
	for _, template := range []string{"order-placed", "address-refused", "order-dispatched", "order-delivered"} {
		require.Equal(r.t, heldOrders, r.count("outbox", "template = '"+template+"'"), template)
	}
}
