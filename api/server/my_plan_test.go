package server_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/subscription"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	rules "selfcare/internal/domain/subscription"
)

// fakePlans plays the workflows that follow plans, on the real books.
type fakePlans struct {
	books     *subscription.Activities
	purchases *fakePurchases
}

func (f *fakePlans) BeginSwitch(
	ctx context.Context, _ contract.PlanSubscription, in contract.PurchaseInput, number func(int) string, key string,
) (contract.Purchase, error) {
	return f.purchases.Start(ctx, in, number, key, contract.OpenPurchase{})
}

func (f *fakePlans) StopRenewal(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.books.StopRenewal(ctx, s, in)
	return next, asRefusal(err)
}

func (f *fakePlans) StartRenewal(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.books.StartRenewal(ctx, s, in)
	return next, asRefusal(err)
}

func (f *fakePlans) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	in.Now, in.Step = time.Now(), key
	next, err := f.books.ScheduleSwitch(ctx, s, in)
	return next, asRefusal(err)
}

func (f *fakePlans) CancelSwitch(ctx context.Context, s contract.PlanSubscription, _ string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.books.CancelSwitch(ctx, s, in)
	return next, asRefusal(err)
}

func (f *fakePlans) SuspendLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RestChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.books.LetLineRest(ctx, s, in)
	return next, asRefusal(err)
}

func (f *fakePlans) ReturnLine(ctx context.Context, s contract.PlanSubscription, _ string, in contract.RestChoice) (contract.PlanSubscription, error) {
	in.Now = time.Now()
	next, err := f.books.BringLineBack(ctx, s, in)
	return next, asRefusal(err)
}

// Resolve has the network follow at once.
func (f *fakePlans) Resolve(ctx context.Context, s contract.PlanSubscription, _ string, in contract.Resolution) (contract.PlanSubscription, error) {
	at := contract.At{Now: time.Now()}
	if err := f.books.NoteServiceRetry(ctx, s, contract.ServiceRetry{At: at, Resolution: in}); err != nil {
		return s, asRefusal(err)
	}
	next, err := f.books.RecordService(ctx, s, contract.ServiceSet{At: at, Service: rules.Service(s)})
	return next, asRefusal(err)
}

// subscriber is a seeded customer whose plan is followed.
func (r *rig) subscriber(msisdn string) (token string) {
	r.t.Helper()
	_, err := r.db.ExecContext(r.t.Context(), "UPDATE users SET password_hash = ?", "hash of "+password)
	require.NoError(r.t, err)
	r.followsPlans()
	return r.signIn(msisdn)
}

// followsPlans has the plans of all lines followed.
func (r *rig) followsPlans() {
	r.t.Helper()
	_, err := r.plans.books.AdoptLines(r.t.Context(), contract.At{Now: time.Now()})
	require.NoError(r.t, err)
}

func (r *rig) changesPlan(token, method, path, body string) answer {
	r.t.Helper()
	return r.call(method, "/api/users/"+path, body, bearer(token), freshKey())
}

func planNow(r *rig, got answer) gen.PlanSubscription {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.PlanSubscription }](r.t, got).Data
}

func TestARenewalIsStoppedAndStarted(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000001")
	stopped := planNow(r, r.changesPlan(token, http.MethodPost, "plan/stop-auto-renewal", ""))
	require.False(t, stopped.AutoRenew)
	require.Nil(t, stopped.Renewal, "nothing comes after it")
	require.EqualValues(t, "active", stopped.Stage)
	requireRefused(t, r.changesPlan(token, http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailRenewalStopped)
	started := planNow(r, r.changesPlan(token, http.MethodPost, "plan/start-auto-renewal", ""))
	require.True(t, started.AutoRenew)
	require.Equal(t, started.Until, started.Renewal.At)
	requireRefused(t, r.changesPlan(token, http.MethodPost, "plan/start-auto-renewal", ""), contract.FailRenewalRuns)
}

// Its worker died once the switch was in the database: the customer was told to come back, and does so with the same key.
func TestASwitchWhoseAnswerGotLostIsAnsweredWhenAskedAgain(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000001")
	code, key := r.sentCode(token, "0570000001", "switch_plan"), uuid.NewString()
	line, err := r.store.Lines.ByNumber(t.Context(), "0570000001")
	require.NoError(t, err)
	now, err := r.store.PlanSubscriptions.Get(t.Context(), line.ID)
	require.NoError(t, err)
	_, err = r.plans.ScheduleSwitch(t.Context(), now, key, contract.SwitchChoice{PlanID: "hawakom-130"})
	require.NoError(t, err)
	body := fmt.Sprintf(`{"plan_id":"hawakom-130","otp":%q}`, code)
	again := planNow(r, r.call(http.MethodPut, "/api/users/switch-plan", body, bearer(token), withKey(key)))
	require.Equal(t, "hawakom-130", again.Scheduled.Plan.Id)
	requireRefused(t, r.changesPlan(token, http.MethodPut, "switch-plan", body), contract.FailSwitchScheduled)
}

func TestASwitchIsScheduledWithItsOwnCodeAndCancelled(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000001")
	to := func(plan, code string) answer {
		return r.changesPlan(token, http.MethodPut, "switch-plan", fmt.Sprintf(`{"plan_id":%q,"otp":%q}`, plan, code))
	}
	requireRefused(t, r.changesPlan(token, http.MethodDelete, "switch-plan", ""), contract.FailSwitchNone)
	code := r.sentCode(token, "0570000001", "switch_plan")
	for plan, want := range map[string]contract.Code{
		"hawakom-90": contract.FailSwitchSamePlan, "postpaid-200": contract.FailPlanNotEligible, "data-sim-60": contract.FailPlanNotEligible,
		"hawakom-1": contract.FailPlanUnknown,
	} {
		problem := requireRefused(t, to(plan, code), want)
		require.Contains(t, *problem.Fields, "plan_id")
	}
	requireRefused(t, to("hawakom-130", otherThan(code)), contract.FailPinWrong)
	scheduled := planNow(r, to("hawakom-130", code))
	require.Equal(t, "hawakom-130", scheduled.Scheduled.Plan.Id)
	require.Equal(t, scheduled.Until, scheduled.Scheduled.StartsAt)
	require.EqualValues(t, 11_304, scheduled.Renewal.Amount, "what the next cycle costs, without VAT")
	require.True(t, scheduled.ChangeableUntil.Before(scheduled.Until))
	requireRefused(t, to("hawakom-130", code), contract.FailSwitchScheduled)
	requireRefused(t, to("hawakom-55", code), contract.FailPinExpired)

	cancelled := planNow(r, r.changesPlan(token, http.MethodDelete, "switch-plan", ""))
	require.Nil(t, cancelled.Scheduled)
}

func TestAPostpaidPlanHasNoRenewalToStop(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000002")
	requireRefused(t, r.changesPlan(token, http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailRenewalPostpaid)
}

func TestALineWithoutAPlanOfOursHasNothingToChange(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	requireRefused(t, r.changesPlan(r.signIn(mainLine), http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailSubscriptionUnknown)
}
