package plans_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// eligibility asks whether a number may have a plan.
func eligibility(r *servertest.Rig, token, mobile, external string, headers ...servertest.Header) gen.SwitchEligibility {
	r.T.Helper()
	path := fmt.Sprintf("/api/plans/validate-subscriber-eligibilty?mobile_number=%s&plan_external_id=%s", mobile, external)
	got := r.Call(http.MethodGet, path, "", append(headers, servertest.Bearer(token))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.SwitchEligibility }](r.T, got).Data
}

func TestPlanEligibility_Plan_HasItsCosts(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	got := eligibility(r, token, "0570000001", "HAWAKOM-130")
	require.True(t, got.Eligible)
	require.Nil(t, got.Reason)
	require.Equal(t, []string{"hawakom-130", "hawakom-90"}, []string{got.Plan.Id, got.Present.Id})
	require.Equal(t, []gen.SwitchItem{{Item: "plan", Amount: 13_000, Vat: 1696}}, got.Now.Items)
	require.Equal(t, []int64{13_000, 1696, 11_304}, []int64{got.Now.Total, got.Now.Vat, *got.Now.FromBalance})
	require.Positive(t, *got.Now.DaysLost)
	require.EqualValues(t, 11_304, got.Renewal.Amount)
	require.True(t, got.Renewal.ChangeableUntil.Before(got.Renewal.StartsAt))
}

func TestPlanEligibility_Refused_HasItsReason(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	for external, want := range map[string]contract.Code{
		"HAWAKOM-90": contract.FailSwitchSamePlan, "POSTPAID-200": contract.FailPlanNotEligible, "DATA-SIM-60": contract.FailPlanNotEligible,
		"HAWAKOM-1": contract.FailPlanNotFound,
	} {
		got := eligibility(r, token, "0570000001", external)
		require.False(t, got.Eligible, external)
		require.Equal(t, string(want), got.Reason.Code, external)
		require.NotEmpty(t, got.Reason.Message)
		require.NotEqual(t, got.Reason.Message, eligibility(r, token, "0570000001", external, servertest.Header{"Accept-Language": "ar"}).Reason.Message)
	}
	r.Exec("UPDATE lines SET status = 'suspended' WHERE msisdn = '0570000001'")
	require.Equal(t, string(contract.FailLineBlocked), eligibility(r, token, "0570000001", "HAWAKOM-130").Reason.Code)
	r.Exec("UPDATE lines SET status = 'active' WHERE msisdn = '0570000001'")
	r.Exec("DELETE FROM plan_subscriptions WHERE line_id = ?", r.LineID("0570000001"))
	require.Equal(t, string(contract.FailSwitchNoPlan), eligibility(r, token, "0570000001", "HAWAKOM-130").Reason.Code)
}

// A line with an open deactivation or port-out must end that first, however the plan would be switched.
func TestPlanSwitch_LineEnds_NamesTheWayBack(t *testing.T) {
	for want, holder := range map[contract.Code]string{
		contract.FailLineEnding: contract.HolderDeactivation, contract.FailLinePortingOut: contract.HolderPortOut,
	} {
		r := servertest.NewSeeded(t)
		token := r.Subscriber("0570000001")
		r.Exec("INSERT INTO line_changes (line_id, holder, order_number, until) VALUES (?, ?, '', '2027-03-09T09:00:00Z')", r.LineID("0570000001"), holder+"1")
		got := eligibility(r, token, "0570000001", "HAWAKOM-130")
		require.False(t, got.Eligible)
		require.Equal(t, string(want), got.Reason.Code)
		require.Contains(t, got.Reason.Message, "9 March")
		for _, body := range []string{
			`{"plan_id":"hawakom-130","otp":"123456"}`, `{"plan_id":"hawakom-130","otp":"123456","start":"now","pay":{"way":"balance"},"total":11304}`,
		} {
			servertest.RequireRefused(t, r.Call(http.MethodPut, "/api/users/switch-plan", body, servertest.Bearer(token), servertest.FreshKey()), want)
		}
	}
}

func TestPlanEligibility_OtherLine_TellsNothing(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	ours := eligibility(r, token, "0570000006", "HAWAKOM-130")
	free := eligibility(r, token, "0579999999", "HAWAKOM-130")
	gone := eligibility(r, token, "0570000006", "HAWAKOM-1")
	require.Equal(t, string(contract.FailSwitchSignIn), ours.Reason.Code)
	require.Equal(t, ours, free, "a line's status must not matter")
	require.Equal(t, ours, gone)
	require.Nil(t, ours.Plan)
	require.Equal(t, string(contract.FailSwitchForeign), eligibility(r, token, "0512345678", "HAWAKOM-130").Reason.Code)
}

// switchesNow requests an immediate switch.
func switchesNow(r *servertest.Rig, token, plan, more string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"plan_id":%q,"start":"now"%s}`, plan, more)
	return r.Call(http.MethodPut, "/api/users/switch-plan", body, append([]servertest.Header{servertest.Bearer(token), servertest.FreshKey()}, headers...)...)
}

const (
	fromBalance = `,"pay":{"way":"balance"},"total":11304`
	byCard      = `,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"},"total":13000`
)

// provesSwitch confirms the code of a number; the proof stays valid for a while.
func provesSwitch(r *servertest.Rig, token, mobile string) {
	r.T.Helper()
	code := r.SentCode(token, mobile, "switch_plan")
	got := r.Call(http.MethodPost, "/api/auth/otp/validate",
		fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":"switch_plan","otp":%q}}`, mobile, code), servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
}

func TestSwitchNow_Accepted_IsAPurchase(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	r.CreditBalance("0570000001", 20_000)
	servertest.RequireRefused(t, switchesNow(r, token, "hawakom-130", fromBalance), contract.FailProofMissing)
	provesSwitch(r, token, "0570000001")
	key := servertest.Header{"Idempotency-Key": "0123456789abcdef-switch"}
	got := r.Call(http.MethodPut, "/api/users/switch-plan", `{"plan_id":"hawakom-130","start":"now"`+fromBalance+`}`, servertest.Bearer(token), key)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	first := servertest.Decoded[gen.SwitchPlan200JSONResponse](t, got)
	require.EqualValues(t, "plan-switch", first.Purchase.Kind)
	require.Equal(t, "Hawakom 130", first.Purchase.Switch.Plan)
	require.Equal(t, "Hawakom 90", first.Purchase.Switch.FromPlan)
	require.EqualValues(t, 11_304, first.Purchase.Total)
	require.Equal(t, first.Purchase.Id, first.Data.LastSwitch.PurchaseId)
	again := servertest.Decoded[gen.SwitchPlan200JSONResponse](t, r.Call(http.MethodPut, "/api/users/switch-plan", `{"plan_id":"hawakom-130","start":"now"`+fromBalance+`}`, servertest.Bearer(token), key))
	require.Equal(t, first.Purchase.Id, again.Purchase.Id, "a double click is one purchase")
	require.Len(t, r.Purchases.Started, 1)

	seen := servertest.Decoded[struct{ Data gen.Purchase }](t, r.Call(http.MethodGet, "/api/purchases/"+first.Purchase.Id, "", servertest.Bearer(token))).Data
	require.Equal(t, first.Purchase.Switch.Plan, seen.Switch.Plan)
	stranger := r.SignIn("0570000006")
	require.Equal(t, http.StatusNotFound, r.Call(http.MethodGet, "/api/purchases/"+first.Purchase.Id, "", servertest.Bearer(stranger)).StatusCode)
}

func TestSwitchNow_Refused_ChargesNothing(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	provesSwitch(r, token, "0570000001")
	for name, tt := range map[string]struct {
		plan, more string
		want       contract.Code
	}{
		"the current plan":             {"hawakom-90", fromBalance, contract.FailSwitchSamePlan},
		"an unknown plan":              {"hawakom-1", fromBalance, contract.FailPlanUnknown},
		"a plan of another type":       {"postpaid-200", fromBalance, contract.FailPlanNotEligible},
		"a halala less than its price": {"hawakom-130", `,"pay":{"way":"balance"},"total":11303`, contract.FailPriceChanged},
		"a prepaid line on a bill":     {"hawakom-130", `,"pay":{"way":"invoice"},"total":13000`, contract.FailPurchaseWay},
		"a voucher":                    {"hawakom-130", `,"pay":{"way":"voucher"},"total":13000`, contract.FailPurchaseWay},
		"a card without its token":     {"hawakom-130", `,"pay":{"way":"card"},"total":13000`, contract.FailValidation},
		"no price":                     {"hawakom-130", `,"pay":{"way":"balance"}`, contract.FailValidation},
		"no way to pay":                {"hawakom-130", `,"total":11304`, contract.FailValidation},
	} {
		t.Run(name, func(t *testing.T) { servertest.RequireRefused(t, switchesNow(r, token, tt.plan, tt.more), tt.want) })
	}
	require.Empty(t, r.Purchases.Started)
}

func TestSwitchNow_CodeOfOtherAction_IsRefused(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	code := r.SentCode(token, "0570000001", "switch_primary")
	servertest.RequireRefused(t, switchesNow(r, token, "hawakom-130", byCard+fmt.Sprintf(`,"otp":%q`, code)), contract.FailPinExpired)
	require.Empty(t, r.Purchases.Started)
}

func TestSwitchNow_DeclinedCard_KeepsTheCode(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	provesSwitch(r, token, "0570000001")
	r.Purchases.Bank = contract.PaymentDeclined
	declined := servertest.Decoded[gen.SwitchPlan200JSONResponse](t, switchesNow(r, token, "hawakom-130", byCard))
	require.EqualValues(t, "failed", declined.Purchase.Status)
	require.EqualValues(t, "failed", declined.Data.LastSwitch.Status)
	r.Purchases.Bank = contract.PaymentPaid
	paid := servertest.Decoded[gen.SwitchPlan200JSONResponse](t, switchesNow(r, token, "hawakom-130", byCard))
	require.NotEqual(t, declined.Purchase.Id, paid.Purchase.Id)
	require.NotEqualValues(t, "failed", paid.Purchase.Status)
}

func TestSwitchNow_Postpaid_IsBilled(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000002")
	var wanted string
	require.NoError(t, r.DB.NewRaw(`SELECT CASE plan_id WHEN 'postpaid-200' THEN 'postpaid-290' ELSE 'postpaid-200' END FROM lines WHERE msisdn = '0570000002'`).
		Scan(context.Background(), &wanted))
	terms := eligibility(r, token, "0570000002", map[string]string{"postpaid-200": "POSTPAID-200", "postpaid-290": "POSTPAID-290"}[wanted])
	require.True(t, terms.Eligible)
	require.EqualValues(t, "invoice", terms.Now.PaidBy)
	require.Nil(t, terms.Now.FromBalance)
	provesSwitch(r, token, "0570000002")
	servertest.RequireRefused(t, switchesNow(r, token, wanted, fmt.Sprintf(`,"pay":{"way":"balance"},"total":%d`, terms.Now.Total)), contract.FailPriceChanged)
	done := servertest.Decoded[gen.SwitchPlan200JSONResponse](t, switchesNow(r, token, wanted, fmt.Sprintf(`,"pay":{"way":"invoice"},"total":%d`, terms.Now.Total)))
	require.EqualValues(t, "invoice", done.Purchase.Way)
	require.Nil(t, done.Purchase.Payment)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/"+done.Purchase.Id+"/receipt", "", servertest.Bearer(token)), contract.FailNotPaid)
}

func TestMyPlan_OldSwitch_IsNotShown(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	provesSwitch(r, token, "0570000001")
	r.Purchases.Bank = contract.PaymentDeclined
	switchesNow(r, token, "hawakom-130", byCard)
	shown := func() *gen.LastSwitch {
		return servertest.Decoded[struct {
			Data struct{ Subscription gen.PlanSubscription }
		}](t, r.Call(http.MethodGet, "/api/users/plan", "", servertest.Bearer(token))).Data.Subscription.LastSwitch
	}
	require.NotNil(t, shown())
	r.Exec("UPDATE purchases SET state = jsonb_set(state, '{createdAt}', to_jsonb(?::text))", time.Now().Add(-25*time.Hour).UTC().Format(time.RFC3339))
	require.Nil(t, shown())
}
