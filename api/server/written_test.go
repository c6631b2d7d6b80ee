package server_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

// silentFlow does the work, whose activity says that it is in the database, and answers no sooner than it is let go.
type silentFlow struct {
	*fakeFlow
	announce *cache.Cache
	letGo    chan struct{}
}

func (r *rig) silence() *silentFlow {
	r.t.Helper()
	silent := &silentFlow{fakeFlow: r.flow, announce: r.cache, letGo: make(chan struct{})}
	r.replaceFlow(silent)
	return silent
}

func (f *silentFlow) Start(ctx context.Context, in contract.OrderInput, number func(int) string, msisdn, key string) (contract.Order, error) {
	return f.wait(ctx, key)(f.fakeFlow.Start(ctx, in, number, msisdn, key))
}

func (f *silentFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	return f.wait(ctx, key)(f.fakeFlow.Update(ctx, orderNumber, update, key, arg))
}

func (f *silentFlow) wait(ctx context.Context, key string) func(contract.Order, error) (contract.Order, error) {
	return func(o contract.Order, err error) (contract.Order, error) {
		if err == nil {
			err = f.announce.PublishChange(ctx, o.ID, o.Seq, key)
		}
		<-f.letGo
		return o, err
	}
}

func TestAStepIsAnsweredAsSoonAsItIsInTheDatabase(t *testing.T) {
	r := newRig(t)
	silent := r.silence()
	defer close(silent.letGo)
	o, key := r.start(), freshKey()
	first := r.selectNumber(o, key)
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.body))
	require.EqualValues(t, 2, decoded[gen.Order](t, first).Seq)
	again := r.selectNumber(o, key)
	require.Equal(t, first.body, again.body)
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Len(t, r.flow.sentUpdates(), 2)
}

// silentPlans announce what they wrote, and do not answer.
type silentPlans struct {
	*fakePlans
	announce *cache.Cache
	letGo    chan struct{}
}

func (f *silentPlans) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	next, err := f.fakePlans.ScheduleSwitch(ctx, s, key, in)
	if err == nil {
		err = f.announce.PublishChange(ctx, next.LineID, next.Seq, key)
	}
	<-f.letGo
	return next, err
}

func (f *silentPlans) BeginSwitch(
	ctx context.Context, s contract.PlanSubscription, in contract.PurchaseInput, number func(int) string, key string,
) (contract.Purchase, error) {
	opened, err := f.fakePlans.BeginSwitch(ctx, s, in, number, key)
	if err == nil {
		err = f.announce.PublishChange(ctx, opened.ID, opened.Seq, key)
		<-f.letGo
	}
	return opened, err
}

func TestASwitchIsAnsweredAsSoonAsItIsInTheDatabase(t *testing.T) {
	var silent *silentPlans
	r := newSeededRig(t, func(o *server.Options) {
		silent = &silentPlans{fakePlans: o.Plans.(*fakePlans), announce: o.Cache, letGo: make(chan struct{})}
		o.Plans = silent
	})
	defer close(silent.letGo)
	token := r.subscriber("0570000001")
	code := r.sentCode(token, "0570000001", "switch_plan")
	got := r.changesPlan(token, http.MethodPut, "switch-plan", fmt.Sprintf(`{"plan_id":"hawakom-130","otp":%q}`, code))
	require.Equal(t, "hawakom-130", planNow(r, got).Scheduled.Plan.Id)
}

func TestASwitchAtOnceIsAnsweredAsSoonAsItsPurchaseIsInTheDatabase(t *testing.T) {
	var silent *silentPlans
	r := newSeededRig(t, func(o *server.Options) {
		silent = &silentPlans{fakePlans: o.Plans.(*fakePlans), announce: o.Cache, letGo: make(chan struct{})}
		o.Plans = silent
	})
	defer close(silent.letGo)
	token := r.subscriber("0570000001")
	r.provesSwitch(token, "0570000001")
	has := *r.eligibility(token, "0570000001", "HAWAKOM-130").Now.Balance
	r.holds("0570000001", contract.Halalas(11_303-has))
	requireRefused(t, r.switchesNow(token, "hawakom-130", fromBalance), contract.FailBalanceShort)
	require.Empty(t, r.purchases.started, "one halala short is the first answer")
	r.holds("0570000001", 1)
	got := r.switchesNow(token, "hawakom-130", fromBalance)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	first := decoded[gen.SwitchPlan200JSONResponse](t, got)
	require.Equal(t, first.Purchase.Id, first.Data.LastSwitch.PurchaseId)
	require.Equal(t, []string{"Hawakom 130", "Hawakom 90"}, []string{first.Purchase.Switch.Plan, first.Purchase.Switch.FromPlan})
}

// What a page hears of is the order; what a step waits for is itself.
func TestAStepIsNotAnsweredByAnotherChangeOfItsOrder(t *testing.T) {
	r := newRig(t)
	o := r.start()
	written, done := r.cache.SubscribeStep(t.Context(), o.id, "mine")
	defer done()
	require.NoError(t, r.cache.PublishChange(t.Context(), o.id, 7, "another"))
	require.NoError(t, r.cache.PublishChange(t.Context(), o.id, 8, ""))
	require.NoError(t, r.cache.PublishChange(t.Context(), "another", 9, "mine"))
	require.NoError(t, r.cache.PublishChange(t.Context(), o.id, 10, "mine"))
	require.EqualValues(t, 10, <-written)
}

// Without Redis nobody hears of what is written; the workflow still answers.
func TestAStepIsAnsweredByItsWorkflowWhereNothingIsAnnounced(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.redis.Close()
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
}

func TestTheIdOfAStepIsNotReadableInRedis(t *testing.T) {
	r := newRig(t)
	heard := r.redis.NewSubscriber()
	defer heard.Close()
	heard.Subscribe("orders")
	go func() { _ = r.cache.PublishChange(context.WithoutCancel(t.Context()), "o-1", 3, "a repeat key") }()
	require.Regexp(t, `^o-1 3 [0-9a-f]{32}$`, (<-heard.Messages()).Message)
}

// Worker and API died together, and Temporal has lost the step whose customer goes on.
func TestAStepThatHangsOnOneThatTheWorkflowLostIsTaken(t *testing.T) {
	r := newRig(t)
	o := r.start()
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
	r.flow.forgets = 1
	r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		if r.flow.forgets > 0 {
			return o, contract.Refuse(contract.FailStepOutOfOrder)
		}
		return o, nil
	}
	got := r.call(http.MethodPut, "/api/orders/"+o.id+"/plan", `{"planId":"hawakom-90"}`, withSession(o.session), freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
}

// lateFlow is a workflow whose worker died: the next one is given a step before it has done again what is saved already, and has
// done so when it is asked to look.
type lateFlow struct {
	*fakeFlow
	refused map[string]bool
}

func (f *lateFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	if !f.refused[update] {
		f.refused[update] = true
		return contract.Order{}, contract.Refuse(contract.FailStepOutOfOrder)
	}
	return f.fakeFlow.Update(ctx, orderNumber, update, key, arg)
}

func TestAStepIsTakenByAWorkflowThatHasCaughtUpByItself(t *testing.T) {
	r := newRig(t)
	o := r.start()
	late := &lateFlow{fakeFlow: r.flow, refused: map[string]bool{}}
	r.replaceFlow(late)
	got := r.selectNumber(o, freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, map[string]bool{contract.UpdateSelectNumber: true, contract.UpdateCatchUp: true}, late.refused)
}

func TestAStepThatAWorkflowRefusesWhichKnowsTheRowStaysRefused(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.refuse(contract.Refuse(contract.FailStepOutOfOrder))
	requireRefused(t, r.selectNumber(o, freshKey()), contract.FailStepOutOfOrder)
}
