package devstack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/chaosshop"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
)

const (
	lostCallBacks    = 40
	nextPageWithin   = 5 * time.Second // p95
	approvalsSpread  = 170 * time.Millisecond
	lostTestsWithin  = 5 * time.Minute
	customersAtATime = 8
)

// A customer who approves in the identity app goes on within seconds, also when the app's call-back is lost.
func TestIdentity_CallBackLost_NextPageInSeconds(t *testing.T) {
	testkit.Nightly(t, "stack")
	s := freshSettings(t)
	during(t, s, func(string) {
		ctx, cancel := context.WithTimeout(t.Context(), lostTestsWithin)
		defer cancel()
		variables := written(t, s)
		db, err := pool.Open(ctx, variables["MIGRATE_DATABASE_URL"])
		require.NoError(t, err)
		defer func() { require.NoError(t, db.Close()) }()
		require.NoError(t, store.New(db, nil).Settings.Change(ctx, map[string]json.RawMessage{
			"orderStartsByAddress": json.RawMessage("100000"), "holdsByAddress": json.RawMessage("100000"),
			"deviceSessionsByAddress": json.RawMessage("100000"), "eligibilityByAddress": json.RawMessage("100000"),
		}))
		app := lossyApp{control: strings.TrimSuffix(variables["IDENTITY_URL"], "/identity") + "/control/identity/", db: db}
		require.NoError(t, app.post(ctx, "knobs", map[string]any{
			"callbacks": map[string]float64{"lost": 1}, "pace": map[string]int{"autoApproveAfterMs": 0},
		}))
		shop, err := chaosshop.Open(ctx, variables, nil)
		require.NoError(t, err)

		took := make([]time.Duration, lostCallBacks)
		customers, walking := errgroup.WithContext(ctx)
		customers.SetLimit(customersAtATime)
		for n := range took {
			customers.Go(func() (err error) {
				took[n], err = app.proves(walking, shop.Customer(), time.Duration(n%customersAtATime*3)*approvalsSpread)
				return err
			})
		}
		require.NoError(t, customers.Wait())
		slices.Sort(took)
		p95 := took[len(took)*95/100-1]
		t.Logf("%d customers, from the approval to the next step: median %s, p95 %s, longest %s", len(took),
			took[len(took)/2].Round(10*time.Millisecond), p95.Round(10*time.Millisecond), took[len(took)-1].Round(10*time.Millisecond))
		require.LessOrEqual(t, p95, nextPageWithin)
	})
}

// lossyApp is the identity app whose call-backs are lost.
type lossyApp struct {
	control string
	db      *bun.DB
}

// proves returns the time from a customer's approval, a while after the push, until the order says so.
func (a lossyApp) proves(ctx context.Context, c *customer.Customer, after time.Duration) (time.Duration, error) {
	for _, step := range []func() error{
		func() error { return c.StartWithAny(ctx, "bronze") },
		func() error { return c.ChoosePlan(ctx, "hawakom-55") },
		func() error { return c.ShowEligibility(ctx) },
		func() error { return c.AskForIdentity(ctx) },
	} {
		if err := step(); err != nil {
			return 0, err
		}
	}
	var transaction string
	err := a.db.NewRaw("SELECT transaction_id FROM identity_requests WHERE order_id = ?", c.Order.Id).Scan(ctx, &transaction)
	if err != nil {
		return 0, fmt.Errorf("find push: %w", err)
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(after):
	}
	approved := time.Now()
	if err := a.post(ctx, "requests/"+transaction+"/answer", map[string]string{"status": "COMPLETED"}); err != nil {
		return 0, err
	}
	if err := c.AwaitIdentity(ctx); err != nil {
		return 0, err
	}
	took := time.Since(approved)
	if c.Order.Identity.Status != "completed" {
		return 0, fmt.Errorf("the push is %s", c.Order.Identity.Status)
	}
	return took, nil
}

func (a lossyApp) post(ctx context.Context, path string, in any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.control+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := patient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the simulator answered %d to %s", res.StatusCode, path)
	}
	return nil
}
