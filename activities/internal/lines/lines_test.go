package lines_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/internal/lines"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func refusedWith(t *testing.T, code contract.Code, err error) map[string]string {
	t.Helper()
	var refused *contract.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, code, refused.Code)
	return refused.Params
}

func TestChangeable_OtherChange_NamesIt(t *testing.T) {
	s := fixture.NewShop(t)
	line := s.InService(fixture.NumberA)
	change := func(holder, order string) error {
		return s.Store.InTx(ctx, func(q *store.Tx) error {
			_, err := lines.Changeable(ctx, q, line.ID, linestore.Claim{Holder: holder, OrderNumber: order, Until: fixture.Now.Add(time.Hour)}, fixture.Now)
			return err
		})
	}
	require.NoError(t, change("order-1", "SC00000001"))
	require.NoError(t, change("order-1", "SC00000001"), "a repeated call")
	params := refusedWith(t, contract.FailLineBusy, change("order-2", "SC00000002"))
	require.Equal(t, "SC00000001", params["order"])
	_, err := lines.ByID(ctx, s.Store.Tx, storetest.NewID())
	refusedWith(t, contract.FailNumberAbsent, err)
}

func TestChangeable_Refused_LeavesNoClaim(t *testing.T) {
	s := fixture.NewShop(t)
	line := s.InService(fixture.NumberA)
	s.Exec("UPDATE lines SET status = 'blocked'")
	err := s.Store.InTx(ctx, func(q *store.Tx) error {
		_, err := lines.Changeable(ctx, q, line.ID, linestore.Claim{Holder: "order-1", Until: fixture.Now.Add(time.Hour)}, fixture.Now)
		return err
	})
	refusedWith(t, contract.FailLineBlocked, err)
	var claims int
	require.NoError(t, s.DB.NewRaw("SELECT count(*) FROM line_changes").Scan(ctx, &claims))
	require.Zero(t, claims)
}

// calls are the lines whose plan is about to hear that its row was written.
func calls(t *testing.T, s *fixture.Shop) (all []string) {
	t.Helper()
	found, err := s.Store.PlanSubscriptions.Calls(ctx, 10)
	require.NoError(t, err)
	for _, call := range found {
		all = append(all, call.Subscription.LineID)
	}
	return all
}

func TestRest_Repeated_WakesOnce(t *testing.T) {
	s := fixture.NewShop(t)
	line := s.InService(fixture.NumberA)
	s.Exec("DELETE FROM subscription_calls")
	rest := func(lineID string, since time.Time) (changed bool) {
		require.NoError(t, s.Store.InTx(ctx, func(q *store.Tx) (err error) {
			changed, err = lines.Rest(ctx, q, lineID, func(p contract.PlanSubscription) contract.PlanSubscription {
				p.SuspendedSince = since
				return p
			})
			return err
		}))
		return changed
	}
	require.False(t, rest(line.ID, time.Time{}), "it is not suspended")
	require.Empty(t, calls(t, s))
	require.True(t, rest(line.ID, fixture.Now))
	require.Equal(t, []string{line.ID}, calls(t, s))
	require.False(t, rest(line.ID, fixture.Now))
	require.True(t, fixture.Now.Equal(s.LineNow(line.ID).SuspendedSince))
	require.False(t, rest(storetest.NewID(), fixture.Now), "a line without a plan")
}

func TestSavePlan_StaleState_WakesNone(t *testing.T) {
	s := fixture.NewShop(t)
	line := s.InService(fixture.NumberA)
	s.Exec("DELETE FROM subscription_calls")
	plan, err := s.Store.PlanSubscriptions.Get(ctx, line.ID)
	require.NoError(t, err)
	save := func() error {
		return s.Store.InTx(ctx, func(q *store.Tx) error { return lines.SavePlan(ctx, q, plan) })
	}
	plan.AutoRenew = !plan.AutoRenew
	require.NoError(t, save())
	require.Equal(t, []string{line.ID}, calls(t, s))
	s.Exec("DELETE FROM subscription_calls")
	require.ErrorIs(t, save(), storeerrors.ErrStale)
	require.Empty(t, calls(t, s))
}
