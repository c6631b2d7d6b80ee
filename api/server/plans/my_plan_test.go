package plans_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func planNow(r *servertest.Rig, got servertest.Answer) gen.PlanSubscription {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.PlanSubscription }](r.T, got).Data
}

func TestPlanRenewal_Stopped_CanStartAgain(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	stopped := planNow(r, r.ChangePlan(token, http.MethodPost, "plan/stop-auto-renewal", ""))
	require.False(t, stopped.AutoRenew)
	require.Nil(t, stopped.Renewal, "no renewal follows")
	require.EqualValues(t, "active", stopped.Stage)
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailRenewalStopped)
	started := planNow(r, r.ChangePlan(token, http.MethodPost, "plan/start-auto-renewal", ""))
	require.True(t, started.AutoRenew)
	require.Equal(t, started.Until, started.Renewal.At)
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodPost, "plan/start-auto-renewal", ""), contract.FailRenewalRuns)
}

// The worker died after it stored the switch. The customer repeats the request with the same key.
func TestPlanSwitch_LostAnswer_Repeated(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	code, key := r.SentCode(token, "0570000001", "switch_plan"), uuid.NewString()
	line, err := r.Store.Lines.ByNumber(t.Context(), "0570000001")
	require.NoError(t, err)
	now, err := r.Store.PlanSubscriptions.Get(t.Context(), line.ID)
	require.NoError(t, err)
	_, err = r.Plans.ScheduleSwitch(t.Context(), now, key, contract.SwitchChoice{PlanID: "hawakom-130"})
	require.NoError(t, err)
	body := fmt.Sprintf(`{"plan_id":"hawakom-130","otp":%q}`, code)
	again := planNow(r, r.Call(http.MethodPut, "/api/users/switch-plan", body, servertest.Bearer(token), servertest.WithKey(key)))
	require.Equal(t, "hawakom-130", again.Scheduled.Plan.Id)
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodPut, "switch-plan", body), contract.FailSwitchScheduled)
}

func TestPlanSwitch_Scheduled_CanBeCancelled(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	to := func(plan, code string) servertest.Answer {
		return r.ChangePlan(token, http.MethodPut, "switch-plan", fmt.Sprintf(`{"plan_id":%q,"otp":%q}`, plan, code))
	}
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodDelete, "switch-plan", ""), contract.FailSwitchNone)
	code := r.SentCode(token, "0570000001", "switch_plan")
	for plan, want := range map[string]contract.Code{
		"hawakom-90": contract.FailSwitchSamePlan, "postpaid-200": contract.FailPlanNotEligible, "data-sim-60": contract.FailPlanNotEligible,
		"hawakom-1": contract.FailPlanUnknown,
	} {
		problem := servertest.RequireRefused(t, to(plan, code), want)
		require.Contains(t, *problem.Fields, "plan_id")
	}
	servertest.RequireRefused(t, to("hawakom-130", servertest.OtherThan(code)), contract.FailPinWrong)
	scheduled := planNow(r, to("hawakom-130", code))
	require.Equal(t, "hawakom-130", scheduled.Scheduled.Plan.Id)
	require.Equal(t, scheduled.Until, scheduled.Scheduled.StartsAt)
	require.EqualValues(t, 11_304, scheduled.Renewal.Amount, "the price of the next cycle without VAT")
	require.True(t, scheduled.ChangeableUntil.Before(scheduled.Until))
	servertest.RequireRefused(t, to("hawakom-130", code), contract.FailSwitchScheduled)
	servertest.RequireRefused(t, to("hawakom-55", code), contract.FailPinExpired)

	cancelled := planNow(r, r.ChangePlan(token, http.MethodDelete, "switch-plan", ""))
	require.Nil(t, cancelled.Scheduled)
}

func TestPlanRenewal_Postpaid_IsRefused(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000002")
	servertest.RequireRefused(t, r.ChangePlan(token, http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailRenewalPostpaid)
}

func TestMyPlan_NoPlan_HasNothingToChange(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	servertest.RequireRefused(t, r.ChangePlan(r.SignIn(servertest.MainLine), http.MethodPost, "plan/stop-auto-renewal", ""), contract.FailSubscriptionUnknown)
}
