package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
)

func kept(total int64) *int64 { return &total }

// onAPlan is a customer whose cycle began ten days ago, a hundred after the line.
func (r *rig) onAPlan(msisdn string) (lineID string) {
	r.t.Helper()
	r.customer(msisdn, "prepaid")
	lineID = r.lineID(msisdn)
	_, err := r.db.ExecContext(r.t.Context(), "UPDATE lines SET activated_at = now() - interval '110 days' WHERE id = ?", lineID)
	require.NoError(r.t, err)
	items := []store.Bucket{{Type: "data", Unit: "MB", Amount: kept(1000)}, {Type: "sms", Unit: "sms"}}
	began := time.Now().AddDate(0, 0, -10)
	require.NoError(r.t, r.store.Allowances.Grant(r.t.Context(), lineID, 1, began.AddDate(0, 0, -30), began, items))
	require.NoError(r.t, r.store.Allowances.Grant(r.t.Context(), lineID, 2, began, began.AddDate(0, 0, 30), items))
	return lineID
}

// usage is an event of the network; changes replace its members.
func usage(id string, amount int64, at time.Time, changes ...map[string]any) map[string]any {
	event := map[string]any{"eventId": id, "msisdn": mainLine, "type": "data", "unit": "MB", "amount": amount, "usedAt": at.UTC().Format(time.RFC3339Nano)}
	for _, change := range changes {
		for name, value := range change {
			event[name] = value
		}
	}
	return event
}

func (r *rig) used(events ...map[string]any) answer {
	r.t.Helper()
	body, err := json.Marshal(map[string]any{"events": events})
	require.NoError(r.t, err)
	return r.report("network", string(body))
}

func (r *rig) counted(events ...map[string]any) gen.UsageReport {
	r.t.Helper()
	got := r.used(events...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.UsageReport](r.t, got)
}

func TestUsage_CountsOnceAndShowsOnTheDashboard(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	hour := time.Now().Add(-time.Hour)
	batch := []map[string]any{
		usage("cdr-00000001", 100, hour), usage("cdr-00000002", 50, hour), usage("cdr-00000003", 7, hour.AddDate(0, 0, -20)),
		usage("cdr-00000001", 100, hour), usage("cdr-00000004", 12, hour, map[string]any{"type": "sms", "unit": "sms", "charged": 30}),
	}
	require.Equal(t, gen.UsageReport{Taken: 4, Known: 1, Refused: []gen.UsageRefusal{}}, r.counted(batch...))
	require.Equal(t, gen.UsageReport{Taken: 0, Known: 5, Refused: []gen.UsageRefusal{}}, r.counted(batch...), "sent again")

	shown := r.dashboard(r.signIn(mainLine)).Consumption
	require.Len(t, shown, 2, "the cycle before is over")
	require.EqualValues(t, 150, shown[0].Used)
	require.EqualValues(t, 1000, *shown[0].Total)
	require.NotNil(t, shown[0].ValidUntil)
	require.EqualValues(t, 12, shown[1].Used)
	require.True(t, shown[1].Unlimited)
	var charged int64
	require.NoError(t, r.db.NewRaw("SELECT sum(charged)::bigint FROM usage_events").Scan(t.Context(), &charged))
	require.EqualValues(t, 30, charged)
}

func TestUsage_BucketsOfOneTypeStayApartInTheOrderOfUse(t *testing.T) {
	r := newRig(t)
	line := r.onAPlan(mainLine)
	now := time.Now()
	for _, bought := range []purchase.Given{
		{Type: allowance.Data, Unit: allowance.Megabyte, Amount: 300, Days: 3}, {Type: allowance.Data, Unit: allowance.Megabyte, Amount: 200, Days: 90},
	} {
		require.NoError(t, r.store.Recharges.AddBucket(t.Context(), line, uuid.NewString(), bought, now.Add(-2*time.Hour)))
	}
	r.counted(usage("cdr-00000001", 310, now.Add(-time.Hour)))
	var shown []string
	for _, c := range r.dashboard(r.signIn(mainLine)).Consumption {
		if c.Type == "data" {
			shown = append(shown, fmt.Sprintf("%d of %d", c.Used, *c.Total))
		}
	}
	require.Equal(t, []string{"300 of 300", "10 of 1000", "0 of 200"}, shown)
}

func TestUsage_EachTypeIsCountedAndShown(t *testing.T) {
	r := newRig(t)
	line := r.onAPlan(mainLine)
	units := map[string]string{
		"local_min": "minute", "data": "MB", "social_media": "MB", "sms": "sms", "wifi_data": "MB",
		"roaming_data": "MB", "int_min": "minute", "roaming_min": "minute",
	}
	var plan []store.Bucket
	for kind, unit := range units {
		plan = append(plan, store.Bucket{Type: kind, Unit: unit, Amount: kept(500)})
	}
	now := time.Now()
	require.NoError(t, r.store.Allowances.EndAt(t.Context(), line, 2, now.Add(-time.Hour)))
	require.NoError(t, r.store.Allowances.Grant(t.Context(), line, 3, now.Add(-time.Hour), now.AddDate(0, 0, 30), plan))
	token := r.signIn(mainLine)
	for kind, unit := range units {
		t.Run(kind, func(t *testing.T) {
			r.counted(usage("cdr-"+kind+"-1", 42, now.Add(-time.Minute), map[string]any{"type": kind, "unit": unit}))
			for _, c := range r.dashboard(token).Consumption {
				if c.Type == kind {
					require.EqualValues(t, 42, c.Used)
					require.EqualValues(t, unit, c.Unit)
					return
				}
			}
			require.Fail(t, "not on the dashboard")
		})
	}
}

// A plan may give what the network never reports on its own: it is shown beside the rest, and nothing is used of it.
func TestUsage_EachTypeThatOnlyAPlanGivesIsShown(t *testing.T) {
	r := newRig(t)
	line, now := r.onAPlan(mainLine), time.Now()
	units := map[string]string{"multi_sim": "MB", "allowance": "minute", "social_person": "MB", "email": "sms"}
	var plan []store.Bucket
	for kind, unit := range units {
		plan = append(plan, store.Bucket{Type: kind, Unit: unit, Amount: kept(500)})
	}
	require.NoError(t, r.store.Allowances.EndAt(t.Context(), line, 2, now.Add(-time.Hour)))
	require.NoError(t, r.store.Allowances.Grant(t.Context(), line, 3, now.Add(-time.Hour), now.AddDate(0, 0, 30), plan))
	shown := map[string]gen.Consumption{}
	for _, c := range r.dashboard(r.signIn(mainLine)).Consumption {
		shown[c.Type] = c
	}
	for kind, unit := range units {
		t.Run(kind, func(t *testing.T) {
			require.Contains(t, shown, kind)
			require.EqualValues(t, unit, shown[kind].Unit)
			require.EqualValues(t, 500, *shown[kind].Total)
			require.Zero(t, shown[kind].Used)
			got := r.counted(usage("cdr-"+kind+"-1", 42, now.Add(-time.Minute), map[string]any{"type": kind, "unit": unit}))
			require.Zero(t, got.Taken, "nobody uses it by itself")
		})
	}
}

func TestUsage_WhatIsWrongWithAnEventIsSaidForItAlone(t *testing.T) {
	now := time.Now()
	ended := map[string]any{"msisdn": "0570000009"}
	tests := map[string]struct {
		event map[string]any
		want  contract.Code
	}{
		"less than nothing":                  {usage("cdr-bad-0001", -5, now), contract.FailUsageAmount},
		"nothing":                            {usage("cdr-bad-0001", 0, now), contract.FailUsageAmount},
		"a negative charge":                  {usage("cdr-bad-0001", 5, now, map[string]any{"charged": -1}), contract.FailUsageCharge},
		"an unknown type":                    {usage("cdr-bad-0001", 5, now, map[string]any{"type": "fax"}), contract.FailUsageType},
		"the unit of another type":           {usage("cdr-bad-0001", 5, now, map[string]any{"unit": "minute"}), contract.FailUsageUnit},
		"the future":                         {usage("cdr-bad-0001", 5, now.Add(time.Hour)), contract.FailUsageFuture},
		"half a year ago":                    {usage("cdr-bad-0001", 5, now.AddDate(0, 0, -180)), contract.FailUsageOld},
		"a number of nobody":                 {usage("cdr-bad-0001", 5, now, map[string]any{"msisdn": "0579999999"}), contract.FailUsageNumber},
		"a line that had ended":              {usage("cdr-bad-0001", 5, now.Add(-time.Minute), ended), contract.FailUsageLineEnded},
		"other figures under the same id":    {usage("cdr-00000000", 6, now.Add(-time.Hour)), contract.FailUsageDiffers},
		"a line that ended later, it counts": {usage("cdr-bad-0001", 5, now.Add(-time.Hour), ended), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.onAPlan(mainLine)
			line := r.onAPlan("0570000009")
			_, err := r.db.ExecContext(t.Context(), "UPDATE lines SET status = 'ended', ended_at = now() - interval '30 minutes' WHERE id = ?", line)
			require.NoError(t, err)
			r.counted(usage("cdr-00000000", 5, now.Add(-time.Hour)))
			got := r.counted(usage("cdr-00000001", 10, now), tt.event, usage("cdr-00000002", 20, now))
			if tt.want == "" {
				require.Equal(t, gen.UsageReport{Taken: 3, Refused: []gen.UsageRefusal{}}, got)
				return
			}
			id := tt.event["eventId"].(string)
			require.Equal(t, gen.UsageReport{Taken: 2, Refused: []gen.UsageRefusal{{EventId: id, Code: gen.UsageRefusalCode(tt.want)}}}, got)
			require.True(t, got.Refused[0].Code.Valid(), "the contract knows the code")
			require.EqualValues(t, 35, r.dashboard(r.signIn(mainLine)).Consumption[0].Used, "the others count")
			page := r.figures()
			require.Contains(t, page, fmt.Sprintf(`selfcare_usage_events_total{outcome="%s"} 1`, tt.want))
			require.Contains(t, page, `selfcare_usage_events_total{outcome="taken"} 3`)
		})
	}
}

// figures is the page that operators scrape.
func (r *rig) figures() string {
	r.t.Helper()
	var page strings.Builder
	all, err := r.options.Metrics.(*metrics.Metrics).Registry().Gather()
	require.NoError(r.t, err)
	for _, family := range all {
		for _, m := range family.GetMetric() {
			for _, label := range m.GetLabel() {
				fmt.Fprintf(&page, "%s{%s=%q} %g\n", family.GetName(), label.GetName(), label.GetValue(), m.GetCounter().GetValue())
			}
		}
	}
	return page.String()
}

func TestUsage_ABatchThatIsNoBatchIsRefusedAsAWhole(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	now := time.Now()
	many := make([]map[string]any, 501)
	for n := range many {
		many[n] = usage(fmt.Sprintf("cdr-%070d", n), 1, now.Add(-time.Hour))
	}
	for name, events := range map[string][]map[string]any{
		"nothing":         {},
		"too many":        many,
		"no id":           {usage("", 5, now)},
		"no number":       {usage("cdr-00000001", 5, now, map[string]any{"amount": "5"})},
		"half of one":     {usage("cdr-00000001", 5, now, map[string]any{"amount": 0.5})},
		"beyond a number": {usage("cdr-00000001", 5, now, map[string]any{"amount": json.Number("99999999999999999999")})},
		"no time":         {usage("cdr-00000001", 5, now, map[string]any{"usedAt": "yesterday"})},
		"something else":  {usage("cdr-00000001", 5, now, map[string]any{"usedAt": nil})},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.used(events...), contract.FailValidation)
		})
	}
	require.Equal(t, 500, r.counted(many[:500]...).Taken, "the largest one")
}

func TestUsage_IsBelievedOnlyWithTheNetworksSignature(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	body := `{"events":[{"eventId":"cdr-00000001","msisdn":"` + mainLine + `","type":"data","unit":"MB","amount":5,"usedAt":"2026-01-01T00:00:00Z"}]}`
	for name, signed := range map[string]header{
		"no signature":                    {},
		"another partner's secret":        signature("secret-p", body, time.Now()),
		"a signature of another batch":    signature("secret-u", body+" ", time.Now()),
		"a signature of ten minutes ago":  signature("secret-u", body, time.Now().Add(-10*time.Minute)),
		"a signature of the future":       signature("secret-u", body, time.Now().Add(10*time.Minute)),
		"a signature without any meaning": {"X-Signature": "t=1700000000,v1=zz"},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.call(http.MethodPost, "/api/webhooks/network", body, signed), contract.FailSignature)
			requireRefused(t, r.call(http.MethodPost, "/api/webhooks/network/", body, signed), contract.FailSignature)
		})
	}
	var events int
	require.NoError(t, r.db.NewRaw("SELECT count(*) FROM usage_events").Scan(t.Context(), &events))
	require.Zero(t, events)
}

func TestUsage_OurDatabaseAwayHasTheNetworkSendItAgain(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	batch := usage("cdr-00000001", 900, time.Now().Add(-time.Hour))
	_, err := r.db.ExecContext(t.Context(), "ALTER TABLE usage_events RENAME TO usage_events_away")
	require.NoError(t, err)
	got := r.used(batch)
	requireRefused(t, got, contract.FailUnavailable)
	require.Equal(t, http.StatusServiceUnavailable, got.StatusCode)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
	_, err = r.db.ExecContext(t.Context(), "ALTER TABLE usage_events_away RENAME TO usage_events")
	require.NoError(t, err)
	require.Equal(t, 1, r.counted(batch).Taken)
}

func TestUsage_TheCustomerIsToldOnceOfEachLevel(t *testing.T) {
	r := newRig(t)
	line := r.onAPlan(mainLine)
	hour := time.Now().Add(-time.Hour)
	told := func() (templates []string) {
		all, err := r.store.Outbox.Of(t.Context(), line)
		require.NoError(t, err)
		for _, m := range all {
			templates = append(templates, m.Template)
		}
		return templates
	}
	for range 2 {
		r.counted(usage("cdr-00000001", 800, hour))
		require.Equal(t, []string{allowance.MessageLow}, told())
	}
	for range 2 {
		r.counted(usage("cdr-00000002", 900, hour), usage("cdr-00000003", 5000, hour, map[string]any{"type": "sms", "unit": "sms"}))
		require.Equal(t, []string{allowance.MessageLow, allowance.MessageUsedUp}, told())
	}
}

func TestLow_IsAFifthOfAllThatIsInForce(t *testing.T) {
	r := newRig(t)
	line := r.onAPlan(mainLine)
	token := r.signIn(mainLine)
	low := func() []gen.LowAllowance { return r.accountLines(token)[0].Low }
	yesterday := time.Now().AddDate(0, 0, -1)
	r.counted(usage("cdr-low-0001", 799, yesterday), usage("cdr-low-0002", 5_000, yesterday, map[string]any{"type": "sms", "unit": "sms"}))
	require.Empty(t, low(), "a MB more than a fifth is left, and there is no end to messages")
	r.counted(usage("cdr-low-0003", 1, yesterday))
	require.Equal(t, []gen.LowAllowance{{Type: "data", Unit: "MB", Left: 200, Total: 1000}}, low())

	_, err := r.db.ExecContext(t.Context(), `
		INSERT INTO line_allowances (line_id, type, unit, total, valid_until, purchase_id, position)
		VALUES (?, 'data', 'MB', 1000, now() + interval '1 day', ?, 9)`, line, uuid.NewString())
	require.NoError(t, err)
	require.Empty(t, low(), "with what was bought there is plenty")
}
