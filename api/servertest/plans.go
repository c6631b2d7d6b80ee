package servertest

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/subscription"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/domain/plan"
	rules "selfcare/internal/domain/subscription"
)

// FakePlans plays the workflows of plan subscriptions on the real tables.
type FakePlans struct {
	Books     *subscription.Activities
	purchases *FakePurchases
}

func (f *FakePlans) BeginSwitch(
	ctx context.Context, _ contract.PlanSubscription, in contract.PurchaseInput, number func(int) string, key string,
) (contract.Purchase, error) {
	return f.purchases.Start(ctx, in, number, key, contract.OpenPurchase{})
}

func (f *FakePlans) StopRenewal(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.Books.StopRenewal(ctx, s, in)
	return next, AsRefusal(err)
}

func (f *FakePlans) StartRenewal(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.Books.StartRenewal(ctx, s, in)
	return next, AsRefusal(err)
}

func (f *FakePlans) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	in.Now, in.Step = time.Now(), key
	next, err := f.Books.ScheduleSwitch(ctx, s, in)
	return next, AsRefusal(err)
}

func (f *FakePlans) CancelSwitch(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.Books.CancelSwitch(ctx, s, in)
	return next, AsRefusal(err)
}

func (f *FakePlans) SuspendLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.Books.RecordSuspension(ctx, s, in)
	return next, AsRefusal(err)
}

func (f *FakePlans) ReturnLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.Books.EndSuspension(ctx, s, in)
	return next, AsRefusal(err)
}

// Resolve marks the network as up to date at once.
func (f *FakePlans) Resolve(ctx context.Context, s contract.PlanSubscription, _ string, in contract.Resolution) (contract.PlanSubscription, error) {
	at := contract.At{Now: time.Now()}
	if err := f.Books.NoteServiceRetry(ctx, s, contract.ServiceRetry{At: at, Resolution: in}); err != nil {
		return s, AsRefusal(err)
	}
	next, err := f.Books.RecordService(ctx, s, contract.ServiceSet{At: at, Service: rules.Service(s)})
	return next, AsRefusal(err)
}

// Subscriber signs in a seeded customer, whose plan has begun.
func (r *Rig) Subscriber(msisdn string) (token string) {
	r.T.Helper()
	_, err := r.DB.ExecContext(r.T.Context(), "UPDATE users SET password_hash = ?", "hash of "+Password)
	require.NoError(r.T, err)
	return r.SignIn(msisdn)
}

func (r *Rig) ChangePlan(token, method, path, body string) Answer {
	r.T.Helper()
	return r.Call(method, "/api/users/"+path, body, Bearer(token), FreshKey())
}

// WithPlans returns a rig with the plans of the development data.
func WithPlans(t *testing.T) *Rig {
	t.Helper()
	r := New(t, DisableCache)
	wanted, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	_, problems, err := r.Store.Catalogue.ReplacePlans(t.Context(), wanted, "test")
	require.NoError(t, err)
	require.Empty(t, problems)
	return r
}

func (r *Rig) Catalogue(path string, headers ...Header) Answer {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api"+path, "", headers...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return got
}
