package server_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store/audit"
)

const (
	limitPath  = "/api/users/balance/credit-limit"
	changePath = "/api/users/balance/change-credit-limit"
	spendPath  = "/api/users/current/spend-control"
)

// owing is a customer whose postpaid line owes 237.25 riyals, and whose credit limit is that of its plan: 600.
func (r *rig) owing() (token string) {
	r.t.Helper()
	return r.subscriber(billedLine)
}

func (r *rig) limit(got answer) gen.CreditLimit {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.CreditLimit }](r.t, got).Data
}

func (r *rig) changesLimit(token string, amount, current int64, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, changePath, fmt.Sprintf(`{"amount":%d,"current":%d}`, amount, current), append(headers, bearer(token))...)
}

// told counts the messages of a template, however many ways each of them goes.
func (r *rig) told(template string) (n int) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT count(*) FROM outbox WHERE template = ? AND key LIKE '%-0'", template).Scan(r.t.Context(), &n))
	return n
}

// charged has a line use something beyond its plan.
func (r *rig) charged(id, msisdn, kind string, halalas int) {
	r.t.Helper()
	event := usage(id, 1, time.Now().Add(-time.Millisecond), map[string]any{"msisdn": msisdn, "type": kind, "charged": halalas})
	require.Equal(r.t, 1, r.counted(event).Taken)
}

func (r *rig) level(msisdn string) contract.ServiceLevel {
	r.t.Helper()
	plan, err := r.store.PlanSubscriptions.Get(r.t.Context(), r.lineID(msisdn))
	require.NoError(r.t, err)
	if plan.Spend == nil {
		return contract.ServiceFull
	}
	return plan.Spend.Level
}

func TestCreditLimit_IsRaisedAndLoweredWithinItsBounds(t *testing.T) {
	r := newSeededRig(t)
	token := r.owing()
	seen := r.limit(r.call(http.MethodGet, limitPath, "", bearer(token)))
	require.Equal(t, []int64{60_000, 23_725, 36_275}, []int64{seen.Limit, seen.Used, seen.Left}, "three prices of its plan")
	require.Equal(t, []int64{23_800, 200_000}, []int64{seen.Lowest, seen.Highest}, "no less than is used, no more than ten prices of its plan")
	require.Equal(t, []int64{30_000, 50_000, 100_000, 150_000, 200_000}, seen.Presets)
	require.Nil(t, seen.RaiseRefused)

	key := freshKey()
	require.Equal(t, int64(100_000), r.limit(r.changesLimit(token, 100_000, 60_000, key)).Limit)
	require.Equal(t, int64(100_000), r.limit(r.changesLimit(token, 100_000, 60_000, key)).Limit, "the same request once more")
	require.Equal(t, 1, r.told("credit-limit-changed"))
	left := decoded[struct{ Data gen.RemainingCredit }](t, r.shows("/users/balance/credit-remain-amount", token)).Data
	require.Equal(t, []int64{100_000, 76_275}, []int64{*left.Limit, left.Amount})

	for name, c := range map[string]struct {
		amount int64
		want   contract.Code
	}{
		"below what is used":   {23_700, contract.FailCreditUsed},
		"below the minimum":    {9_900, contract.FailCreditBounds},
		"above the maximum":    {500_100, contract.FailCreditBounds},
		"above what plans may": {200_100, contract.FailCreditPlan},
		"not in whole riyals":  {30_050, contract.FailCreditBounds},
		"as it is":             {100_000, contract.FailCreditSame},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.changesLimit(token, c.amount, 100_000, freshKey()), c.want)
		})
	}
	require.Equal(t, int64(23_800), r.limit(r.changesLimit(token, 23_800, 100_000, freshKey())).Limit)
	log, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"credit-limit-changed", "1000.00", "238.00"}, []string{log[0].Action, log[0].Details["before"], log[0].Details["amount"]})
}

func TestCreditLimit_OfTwoChangesAtOnceOneCounts(t *testing.T) {
	r := newSeededRig(t)
	token := r.owing()
	var both sync.WaitGroup
	answers := make([]answer, 2)
	for i, amount := range []int64{100_000, 150_000} {
		key := freshKey()
		both.Go(func() { answers[i] = r.changesLimit(token, amount, 60_000, key) })
	}
	both.Wait()
	require.ElementsMatch(t, []int{http.StatusOK, http.StatusConflict}, []int{answers[0].StatusCode, answers[1].StatusCode})
	require.Equal(t, 1, r.told("credit-limit-changed"))
	var changes int
	require.NoError(t, r.db.NewRaw("SELECT count(*) FROM credit_limit_changes").Scan(t.Context(), &changes))
	require.Equal(t, 1, changes)
}

func TestCreditLimit_IsNotRaisedForEverybody(t *testing.T) {
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
			r := newSeededRig(t)
			token := r.owing()
			r.exec(tt.change)
			requireRefused(t, r.changesLimit(token, 100_000, 60_000, freshKey()), tt.want)
			seen := r.limit(r.call(http.MethodGet, limitPath, "", bearer(token)))
			require.EqualValues(t, tt.want, seen.RaiseRefused.Code)
			require.NotEmpty(t, seen.RaiseRefused.Message)
			require.Equal(t, seen.Limit, seen.Highest)
			require.Equal(t, int64(30_000), r.limit(r.changesLimit(token, 30_000, 60_000, freshKey())).Limit, "it is lowered all the same")
		})
	}
}

func TestCreditLimit_APrepaidLineHasNone(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000001")
	requireRefused(t, r.call(http.MethodGet, limitPath, "", bearer(token)), contract.FailForbidden)
	requireRefused(t, r.changesLimit(token, 100_000, 60_000, freshKey()), contract.FailForbidden)
}

func TestCreditLimit_WhatIsBeyondThePlanStopsAtItAndGoesOnWithARaise(t *testing.T) {
	r := newSeededRig(t)
	token := r.owing()
	r.charged("evt-limit-1", billedLine, "data", 24_200)
	require.Zero(t, r.told("credit-limit-near"), "79 per cent")
	r.charged("evt-limit-2", billedLine, "data", 100)
	require.Equal(t, 1, r.told("credit-limit-near"))
	require.Equal(t, contract.ServiceFull, r.level(billedLine))
	r.charged("evt-limit-3", billedLine, "data", 11_975)
	require.Equal(t, contract.ServiceIncluded, r.level(billedLine))
	r.charged("evt-limit-4", billedLine, "data", 100)
	require.Equal(t, 1, r.told("credit-limit-reached"), "it is told once")
	require.EqualValues(t, "stopped", r.limit(r.call(http.MethodGet, limitPath, "", bearer(token))).State)
	r.limit(r.changesLimit(token, 100_000, 60_000, freshKey()))
	require.Equal(t, contract.ServiceFull, r.level(billedLine))
}

func (r *rig) spend(got answer) gen.SpendControl {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.SpendControl }](r.t, got).Data
}

func (r *rig) caps(token, subscription, kind string, amount int64) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"subscription_id":%q,"kind":%q,"amount":%d}`, subscription, kind, amount)
	return r.call(http.MethodPut, spendPath+"/caps", body, bearer(token), freshKey())
}

func (r *rig) lifts(token, subscription, kind string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, spendPath+"/lift", fmt.Sprintf(`{"subscription_id":%q,"kind":%q}`, subscription, kind), bearer(token), freshKey())
}

func TestSpendControl_ACapWarnsStopsAndIsLiftedByWhoSetIt(t *testing.T) {
	r := newSeededRig(t)
	token := r.owing()
	shown := r.spend(r.caps(token, "main", "roaming", 10_000))
	require.EqualValues(t, "open", shown.Lines[0].Caps[0].State)
	require.True(t, shown.Lines[0].Caps[0].Mine)
	requireRefused(t, r.lifts(token, "main", "roaming"), contract.FailSpendCapOpen)
	requireRefused(t, r.lifts(token, "main", "extra"), contract.FailSpendCapNone)
	requireRefused(t, r.caps(token, "main", "extra", 950), contract.FailSpendCapAmount)
	requireRefused(t, r.caps(token, "01980000-0000-7000-8000-000000000001", "extra", 5000), contract.FailAccountUnknown)

	r.charged("evt-cap-1", billedLine, "data", 9_000)
	require.Zero(t, r.told("roaming-cap-near"), "that was at home")
	r.charged("evt-cap-2", billedLine, "roaming_data", 8_000)
	require.Equal(t, 1, r.told("roaming-cap-near"))
	r.charged("evt-cap-3", billedLine, "roaming_data", 2_000)
	require.Equal(t, 1, r.told("roaming-cap-reached"))
	require.Equal(t, contract.ServiceHome, r.level(billedLine), "only roaming is stopped")
	shown = r.spend(r.lifts(token, "main", "roaming"))
	require.EqualValues(t, "lifted", shown.Lines[0].Caps[0].State)
	require.Equal(t, contract.ServiceFull, r.level(billedLine))
	r.charged("evt-cap-4", billedLine, "roaming_data", 500)
	require.Equal(t, contract.ServiceFull, r.level(billedLine), "until the next cycle")

	r.spend(r.caps(token, "main", "extra", 15_000))
	require.Equal(t, contract.ServiceIncluded, r.level(billedLine), "more is used than it allows already")
	gone := r.call(http.MethodPut, spendPath+"/caps", `{"subscription_id":"main","kind":"extra"}`, bearer(token), freshKey())
	require.Len(t, r.spend(gone).Lines[0].Caps, 1)
	require.Equal(t, contract.ServiceFull, r.level(billedLine))
}

func TestSpendControl_TheMainAccountCapsItsSubAccountsAndNobodyElseLiftsThem(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000003")
	lines := r.spend(r.call(http.MethodGet, spendPath, "", bearer(token))).Lines
	require.Greater(t, len(lines), 1)
	sub := lines[1]
	require.False(t, sub.IsMain)
	r.spend(r.caps(token, sub.SubscriptionId, "extra", 2_000))
	r.charged("evt-sub-1", sub.Msisdn, "data", 2_000)
	require.Equal(t, contract.ServiceIncluded, r.level(sub.Msisdn))
	require.Equal(t, contract.ServiceFull, r.level("0570000003"))
	acting := header{"x-sub-account": sub.SubscriptionId}
	requireRefused(t, r.call(http.MethodGet, spendPath, "", bearer(token), acting), contract.FailForbidden)

	r.exec("UPDATE line_limits SET user_id = (SELECT id FROM users WHERE mobile = '0570000001')")
	requireRefused(t, r.lifts(token, sub.SubscriptionId, "extra"), contract.FailSpendCapOthers)
	require.False(t, r.spend(r.call(http.MethodGet, spendPath, "", bearer(token))).Lines[1].Caps[0].Mine)
}
