package creditlimit_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/audit"
)

const (
	limitPath  = "/api/users/balance/credit-limit"
	changePath = "/api/users/balance/change-credit-limit"
	spendPath  = "/api/users/current/spend-control"
)

// owing has a customer whose postpaid line owes 237.25 riyals and has the credit limit of its plan, 600 riyals.
func owing(r *servertest.Rig) (token string) {
	r.T.Helper()
	return r.Subscriber(servertest.BilledLine)
}

func limit(r *servertest.Rig, got servertest.Answer) gen.CreditLimit {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.CreditLimit }](r.T, got).Data
}

func changesLimit(r *servertest.Rig, token string, amount, current int64, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, changePath, fmt.Sprintf(`{"amount":%d,"current":%d}`, amount, current), append(headers, servertest.Bearer(token))...)
}

func TestCreditLimit_InBounds_IsChanged(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := owing(r)
	seen := limit(r, r.Call(http.MethodGet, limitPath, "", servertest.Bearer(token)))
	require.Equal(t, []int64{60_000, 23_725, 36_275}, []int64{seen.Limit, seen.Used, seen.Left}, "the limit is three plan prices")
	require.Equal(t, []int64{23_800, 200_000}, []int64{seen.Lowest, seen.Highest}, "the limit covers the usage and at most ten plan prices")
	require.Equal(t, []int64{30_000, 50_000, 100_000, 150_000, 200_000}, seen.Presets)
	require.Nil(t, seen.RaiseRefused)

	key := servertest.FreshKey()
	require.Equal(t, int64(100_000), limit(r, changesLimit(r, token, 100_000, 60_000, key)).Limit)
	require.Equal(t, int64(100_000), limit(r, changesLimit(r, token, 100_000, 60_000, key)).Limit, "a repeated request")
	require.Equal(t, 1, r.CountMessages("credit-limit-changed"))
	left := servertest.Decoded[struct{ Data gen.RemainingCredit }](t, r.MustGet("/users/balance/credit-remain-amount", token)).Data
	require.Equal(t, []int64{100_000, 76_275}, []int64{*left.Limit, left.Amount})

	for name, c := range map[string]struct {
		amount int64
		want   contract.Code
	}{
		"below what is used":    {23_700, contract.FailCreditUsed},
		"below the minimum":     {9_900, contract.FailCreditBounds},
		"above the maximum":     {500_100, contract.FailCreditBounds},
		"above ten plan prices": {200_100, contract.FailCreditPlan},
		"not in whole riyals":   {30_050, contract.FailCreditBounds},
		"unchanged":             {100_000, contract.FailCreditSame},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, changesLimit(r, token, c.amount, 100_000, servertest.FreshKey()), c.want)
		})
	}
	require.Equal(t, int64(23_800), limit(r, changesLimit(r, token, 23_800, 100_000, servertest.FreshKey())).Limit)
	log, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"credit-limit-changed", "1,000.00", "238.00"}, []string{log[0].Action, log[0].Details["before"], log[0].Details["amount"]})
}

func TestCreditLimit_TwoChanges_OneCounts(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := owing(r)
	var both sync.WaitGroup
	answers := make([]servertest.Answer, 2)
	for i, amount := range []int64{100_000, 150_000} {
		key := servertest.FreshKey()
		both.Go(func() { answers[i] = changesLimit(r, token, amount, 60_000, key) })
	}
	both.Wait()
	require.ElementsMatch(t, []int{http.StatusOK, http.StatusConflict}, []int{answers[0].StatusCode, answers[1].StatusCode})
	require.Equal(t, 1, r.CountMessages("credit-limit-changed"))
	var changes int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM credit_limit_changes").Scan(t.Context(), &changes))
	require.Equal(t, 1, changes)
}

func TestCreditLimit_Ineligible_IsNotRaised(t *testing.T) {
	tests := map[string]struct {
		change string
		want   contract.Code
	}{
		"too short a time in service": {"UPDATE lines SET activated_at = now() - interval '89 days'", contract.FailCreditTooNew},
		"just after a new SIM":        {"UPDATE lines SET guarded_until = now() + interval '1 hour'", contract.FailLineGuarded},
		"barred because of its bills": {
			`UPDATE plan_subscriptions SET state = state || '{"bills":{"level":"incoming","since":"2026-11-01T00:00:00Z"}}'`, contract.FailCreditBarred,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := servertest.NewSeeded(t)
			token := owing(r)
			r.Exec(tt.change)
			servertest.RequireRefused(t, changesLimit(r, token, 100_000, 60_000, servertest.FreshKey()), tt.want)
			seen := limit(r, r.Call(http.MethodGet, limitPath, "", servertest.Bearer(token)))
			require.EqualValues(t, tt.want, seen.RaiseRefused.Code)
			require.NotEmpty(t, seen.RaiseRefused.Message)
			require.Equal(t, seen.Limit, seen.Highest)
			require.Equal(t, int64(30_000), limit(r, changesLimit(r, token, 30_000, 60_000, servertest.FreshKey())).Limit, "the limit can still be lowered")
		})
	}
}

func TestCreditLimit_Prepaid_HasNone(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	servertest.RequireRefused(t, r.Call(http.MethodGet, limitPath, "", servertest.Bearer(token)), contract.FailForbidden)
	servertest.RequireRefused(t, changesLimit(r, token, 100_000, 60_000, servertest.FreshKey()), contract.FailForbidden)
}

func TestCreditLimit_Raised_ResumesOverage(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := owing(r)
	r.ReportCharge("evt-limit-1", servertest.BilledLine, "data", 24_200)
	require.Zero(t, r.CountMessages("credit-limit-near"), "79 per cent")
	r.ReportCharge("evt-limit-2", servertest.BilledLine, "data", 100)
	require.Equal(t, 1, r.CountMessages("credit-limit-near"))
	require.Equal(t, contract.ServiceFull, r.Level(servertest.BilledLine))
	r.ReportCharge("evt-limit-3", servertest.BilledLine, "data", 11_975)
	require.Equal(t, contract.ServiceIncluded, r.Level(servertest.BilledLine))
	r.ReportCharge("evt-limit-4", servertest.BilledLine, "data", 100)
	require.Equal(t, 1, r.CountMessages("credit-limit-reached"), "the customer gets one message")
	require.EqualValues(t, "stopped", limit(r, r.Call(http.MethodGet, limitPath, "", servertest.Bearer(token))).State)
	limit(r, changesLimit(r, token, 100_000, 60_000, servertest.FreshKey()))
	require.Equal(t, contract.ServiceFull, r.Level(servertest.BilledLine))
}

func spend(r *servertest.Rig, got servertest.Answer) gen.SpendControl {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.SpendControl }](r.T, got).Data
}

func caps(r *servertest.Rig, token, subscription, kind string, amount int64) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"subscription_id":%q,"kind":%q,"amount":%d}`, subscription, kind, amount)
	return r.Call(http.MethodPut, spendPath+"/caps", body, servertest.Bearer(token), servertest.FreshKey())
}

func lifts(r *servertest.Rig, token, subscription, kind string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, spendPath+"/lift", fmt.Sprintf(`{"subscription_id":%q,"kind":%q}`, subscription, kind), servertest.Bearer(token), servertest.FreshKey())
}

func TestSpendControl_Cap_StopsAndIsLifted(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := owing(r)
	shown := spend(r, caps(r, token, "main", "roaming", 10_000))
	require.EqualValues(t, "open", shown.Lines[0].Caps[0].State)
	require.True(t, shown.Lines[0].Caps[0].Mine)
	servertest.RequireRefused(t, lifts(r, token, "main", "roaming"), contract.FailSpendCapOpen)
	servertest.RequireRefused(t, lifts(r, token, "main", "extra"), contract.FailSpendCapNone)
	servertest.RequireRefused(t, caps(r, token, "main", "extra", 950), contract.FailSpendCapAmount)
	servertest.RequireRefused(t, caps(r, token, "01980000-0000-7000-8000-000000000001", "extra", 5000), contract.FailAccountUnknown)

	r.ReportCharge("evt-cap-1", servertest.BilledLine, "data", 9_000)
	require.Zero(t, r.CountMessages("roaming-cap-near"), "the charge was not for roaming")
	r.ReportCharge("evt-cap-2", servertest.BilledLine, "roaming_data", 8_000)
	require.Equal(t, 1, r.CountMessages("roaming-cap-near"))
	r.ReportCharge("evt-cap-3", servertest.BilledLine, "roaming_data", 2_000)
	require.Equal(t, 1, r.CountMessages("roaming-cap-reached"))
	require.Equal(t, contract.ServiceHome, r.Level(servertest.BilledLine), "only roaming is stopped")
	shown = spend(r, lifts(r, token, "main", "roaming"))
	require.EqualValues(t, "lifted", shown.Lines[0].Caps[0].State)
	require.Equal(t, contract.ServiceFull, r.Level(servertest.BilledLine))
	r.ReportCharge("evt-cap-4", servertest.BilledLine, "roaming_data", 500)
	require.Equal(t, contract.ServiceFull, r.Level(servertest.BilledLine), "the stop lasts until the next cycle")

	spend(r, caps(r, token, "main", "extra", 15_000))
	require.Equal(t, contract.ServiceIncluded, r.Level(servertest.BilledLine), "usage is already above the new cap")
	gone := r.Call(http.MethodPut, spendPath+"/caps", `{"subscription_id":"main","kind":"extra"}`, servertest.Bearer(token), servertest.FreshKey())
	require.Len(t, spend(r, gone).Lines[0].Caps, 1)
	require.Equal(t, contract.ServiceFull, r.Level(servertest.BilledLine))
}

func TestSpendControl_MainCap_OnlyMainLiftsIt(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000003")
	lines := spend(r, r.Call(http.MethodGet, spendPath, "", servertest.Bearer(token))).Lines
	require.Greater(t, len(lines), 1)
	sub := lines[1]
	require.False(t, sub.IsMain)
	spend(r, caps(r, token, sub.SubscriptionId, "extra", 2_000))
	r.ReportCharge("evt-sub-1", sub.Msisdn, "data", 2_000)
	require.Equal(t, contract.ServiceIncluded, r.Level(sub.Msisdn))
	require.Equal(t, contract.ServiceFull, r.Level("0570000003"))
	acting := servertest.Header{"x-sub-account": sub.SubscriptionId}
	servertest.RequireRefused(t, r.Call(http.MethodGet, spendPath, "", servertest.Bearer(token), acting), contract.FailForbidden)

	r.Exec("UPDATE line_limits SET user_id = (SELECT id FROM users WHERE mobile = '0570000001')")
	servertest.RequireRefused(t, lifts(r, token, sub.SubscriptionId, "extra"), contract.FailSpendCapOthers)
	require.False(t, spend(r, r.Call(http.MethodGet, spendPath, "", servertest.Bearer(token))).Lines[1].Caps[0].Mine)
}
