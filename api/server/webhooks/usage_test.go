package webhooks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/purchase"
	allowancestore "selfcare/internal/store/allowance"
)

func TestUsage_Event_CountsOnce(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	hour := time.Now().Add(-time.Hour)
	batch := []map[string]any{
		servertest.Usage("cdr-00000001", 100, hour), servertest.Usage("cdr-00000002", 50, hour), servertest.Usage("cdr-00000003", 7, hour.AddDate(0, 0, -20)),
		servertest.Usage("cdr-00000001", 100, hour), servertest.Usage("cdr-00000004", 12, hour, map[string]any{"type": "sms", "unit": "sms", "charged": 30}),
	}
	require.Equal(t, gen.UsageReport{Taken: 4, Known: 1, Refused: []gen.UsageRefusal{}}, r.MustReportUsage(batch...))
	require.Equal(t, gen.UsageReport{Taken: 0, Known: 5, Refused: []gen.UsageRefusal{}}, r.MustReportUsage(batch...), "sent again")

	shown := r.Dashboard(r.SignIn(servertest.MainLine)).Consumption
	require.Len(t, shown, 2, "usage of an earlier cycle does not count")
	require.EqualValues(t, 150, shown[0].Used)
	require.EqualValues(t, 1000, *shown[0].Total)
	require.NotNil(t, shown[0].ValidUntil)
	require.EqualValues(t, 12, shown[1].Used)
	require.True(t, shown[1].Unlimited)
	var charged int64
	require.NoError(t, r.DB.NewRaw("SELECT sum(charged)::bigint FROM usage_events").Scan(t.Context(), &charged))
	require.EqualValues(t, 30, charged)
}

func TestUsage_SameTypeBuckets_StayApart(t *testing.T) {
	r := servertest.New(t)
	line := r.AddPlanCustomer(servertest.MainLine)
	now := time.Now()
	for _, bought := range []purchase.GrantedBucket{
		{Type: allowance.Data, Unit: allowance.Megabyte, Amount: 300, Days: 3}, {Type: allowance.Data, Unit: allowance.Megabyte, Amount: 200, Days: 90},
	} {
		require.NoError(t, r.Store.Recharges.AddBucket(t.Context(), line, uuid.NewString(), bought, now.Add(-2*time.Hour)))
	}
	r.MustReportUsage(servertest.Usage("cdr-00000001", 310, now.Add(-time.Hour)))
	var shown []string
	for _, c := range r.Dashboard(r.SignIn(servertest.MainLine)).Consumption {
		if c.Type == "data" {
			shown = append(shown, fmt.Sprintf("%d of %d", c.Used, *c.Total))
		}
	}
	require.Equal(t, []string{"300 of 300", "10 of 1000", "0 of 200"}, shown)
}

func TestUsage_EachType_IsCounted(t *testing.T) {
	r := servertest.New(t)
	line := r.AddPlanCustomer(servertest.MainLine)
	units := map[string]string{
		"local_min": "minute", "data": "MB", "social_media": "MB", "sms": "sms", "wifi_data": "MB",
		"roaming_data": "MB", "int_min": "minute", "roaming_min": "minute",
	}
	var plan []allowancestore.Bucket
	for kind, unit := range units {
		plan = append(plan, allowancestore.Bucket{Type: kind, Unit: unit, Amount: servertest.AmountOf(500)})
	}
	now := time.Now()
	require.NoError(t, r.Store.Allowances.EndAt(t.Context(), line, 2, now.Add(-time.Hour)))
	require.NoError(t, r.Store.Allowances.Grant(t.Context(), line, 3, now.Add(-time.Hour), now.AddDate(0, 0, 30), plan))
	token := r.SignIn(servertest.MainLine)
	for kind, unit := range units {
		t.Run(kind, func(t *testing.T) {
			r.MustReportUsage(servertest.Usage("cdr-"+kind+"-1", 42, now.Add(-time.Minute), map[string]any{"type": kind, "unit": unit}))
			for _, c := range r.Dashboard(token).Consumption {
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

// A plan may include a type that the network never reports. The dashboard shows it as unused.
func TestUsage_PlanOnlyType_IsShown(t *testing.T) {
	r := servertest.New(t)
	line, now := r.AddPlanCustomer(servertest.MainLine), time.Now()
	units := map[string]string{"multi_sim": "MB", "allowance": "minute", "social_person": "MB", "email": "sms"}
	var plan []allowancestore.Bucket
	for kind, unit := range units {
		plan = append(plan, allowancestore.Bucket{Type: kind, Unit: unit, Amount: servertest.AmountOf(500)})
	}
	require.NoError(t, r.Store.Allowances.EndAt(t.Context(), line, 2, now.Add(-time.Hour)))
	require.NoError(t, r.Store.Allowances.Grant(t.Context(), line, 3, now.Add(-time.Hour), now.AddDate(0, 0, 30), plan))
	shown := map[string]gen.LineAllowance{}
	for _, c := range r.Dashboard(r.SignIn(servertest.MainLine)).Consumption {
		shown[c.Type] = c
	}
	for kind, unit := range units {
		t.Run(kind, func(t *testing.T) {
			require.Contains(t, shown, kind)
			require.EqualValues(t, unit, shown[kind].Unit)
			require.EqualValues(t, 500, *shown[kind].Total)
			require.Zero(t, shown[kind].Used)
			got := r.MustReportUsage(servertest.Usage("cdr-"+kind+"-1", 42, now.Add(-time.Minute), map[string]any{"type": kind, "unit": unit}))
			require.Zero(t, got.Taken, "the network never reports this type")
		})
	}
}

func TestUsage_BadEvent_IsRefusedAlone(t *testing.T) {
	now := time.Now()
	ended := map[string]any{"msisdn": "0570000009"}
	tests := map[string]struct {
		event map[string]any
		want  contract.Code
	}{
		"less than nothing":                  {servertest.Usage("cdr-bad-0001", -5, now), contract.FailUsageAmount},
		"nothing":                            {servertest.Usage("cdr-bad-0001", 0, now), contract.FailUsageAmount},
		"a negative charge":                  {servertest.Usage("cdr-bad-0001", 5, now, map[string]any{"charged": -1}), contract.FailUsageCharge},
		"an unknown type":                    {servertest.Usage("cdr-bad-0001", 5, now, map[string]any{"type": "fax"}), contract.FailUsageType},
		"the unit of another type":           {servertest.Usage("cdr-bad-0001", 5, now, map[string]any{"unit": "minute"}), contract.FailUsageUnit},
		"the future":                         {servertest.Usage("cdr-bad-0001", 5, now.Add(time.Hour)), contract.FailUsageFuture},
		"half a year ago":                    {servertest.Usage("cdr-bad-0001", 5, now.AddDate(0, 0, -180)), contract.FailUsageOld},
		"an unknown number":                  {servertest.Usage("cdr-bad-0001", 5, now, map[string]any{"msisdn": "0579999999"}), contract.FailUsageNumber},
		"a line that had ended":              {servertest.Usage("cdr-bad-0001", 5, now.Add(-time.Minute), ended), contract.FailUsageLineEnded},
		"other figures under the same id":    {servertest.Usage("cdr-00000000", 6, now.Add(-time.Hour)), contract.FailUsageDiffers},
		"a line that ended later, it counts": {servertest.Usage("cdr-bad-0001", 5, now.Add(-time.Hour), ended), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			r.AddPlanCustomer(servertest.MainLine)
			line := r.AddPlanCustomer("0570000009")
			_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'ended', ended_at = now() - interval '30 minutes' WHERE id = ?", line)
			require.NoError(t, err)
			r.MustReportUsage(servertest.Usage("cdr-00000000", 5, now.Add(-time.Hour)))
			got := r.MustReportUsage(servertest.Usage("cdr-00000001", 10, now), tt.event, servertest.Usage("cdr-00000002", 20, now))
			if tt.want == "" {
				require.Equal(t, gen.UsageReport{Taken: 3, Refused: []gen.UsageRefusal{}}, got)
				return
			}
			id := tt.event["eventId"].(string)
			require.Equal(t, gen.UsageReport{Taken: 2, Refused: []gen.UsageRefusal{{EventId: id, Code: gen.UsageRefusalCode(tt.want)}}}, got)
			require.True(t, got.Refused[0].Code.Valid(), "the contract knows the code")
			require.EqualValues(t, 35, r.Dashboard(r.SignIn(servertest.MainLine)).Consumption[0].Used, "the other events count")
			page := r.Figures()
			require.Contains(t, page, fmt.Sprintf(`selfcare_usage_events_total{outcome="%s"} 1`, tt.want))
			require.Contains(t, page, `selfcare_usage_events_total{outcome="taken"} 3`)
		})
	}
}

func TestUsage_BadBatch_IsRefusedWhole(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	now := time.Now()
	many := make([]map[string]any, 501)
	for n := range many {
		many[n] = servertest.Usage(fmt.Sprintf("cdr-%070d", n), 1, now.Add(-time.Hour))
	}
	for name, events := range map[string][]map[string]any{
		"nothing":         {},
		"too many":        many,
		"no id":           {servertest.Usage("", 5, now)},
		"no number":       {servertest.Usage("cdr-00000001", 5, now, map[string]any{"amount": "5"})},
		"half of one":     {servertest.Usage("cdr-00000001", 5, now, map[string]any{"amount": 0.5})},
		"beyond a number": {servertest.Usage("cdr-00000001", 5, now, map[string]any{"amount": json.Number("99999999999999999999")})},
		"no time":         {servertest.Usage("cdr-00000001", 5, now, map[string]any{"usedAt": "yesterday"})},
		"not a batch":     {servertest.Usage("cdr-00000001", 5, now, map[string]any{"usedAt": nil})},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, r.ReportUsage(events...), contract.FailValidation)
		})
	}
	require.Equal(t, 500, r.MustReportUsage(many[:500]...).Taken, "the largest batch is accepted")
}

func TestUsage_Unsigned_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	body := `{"events":[{"eventId":"cdr-00000001","msisdn":"` + servertest.MainLine + `","type":"data","unit":"MB","amount":5,"usedAt":"2026-01-01T00:00:00Z"}]}`
	for name, signed := range map[string]servertest.Header{
		"no signature":                    {},
		"another partner's secret":        servertest.Signature("secret-p", body, time.Now()),
		"a signature of another batch":    servertest.Signature("secret-u", body+" ", time.Now()),
		"a signature of ten minutes ago":  servertest.Signature("secret-u", body, time.Now().Add(-10*time.Minute)),
		"a signature of the future":       servertest.Signature("secret-u", body, time.Now().Add(10*time.Minute)),
		"a signature without any meaning": {"X-Signature": "t=1700000000,v1=zz"},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/webhooks/network/generic", body, signed), contract.FailSignature)
			servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/webhooks/network/generic/", body, signed), contract.FailSignature)
		})
	}
	var events int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM usage_events").Scan(t.Context(), &events))
	require.Zero(t, events)
}

func TestUsage_DatabaseAway_IsSentAgain(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	batch := servertest.Usage("cdr-00000001", 900, time.Now().Add(-time.Hour))
	_, err := r.DB.ExecContext(t.Context(), "ALTER TABLE usage_events RENAME TO usage_events_away")
	require.NoError(t, err)
	got := r.ReportUsage(batch)
	servertest.RequireRefused(t, got, contract.FailUnavailable)
	require.Equal(t, http.StatusServiceUnavailable, got.StatusCode)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
	_, err = r.DB.ExecContext(t.Context(), "ALTER TABLE usage_events_away RENAME TO usage_events")
	require.NoError(t, err)
	require.Equal(t, 1, r.MustReportUsage(batch).Taken)
}

func TestUsage_EachLevel_NotifiesOnce(t *testing.T) {
	r := servertest.New(t)
	line := r.AddPlanCustomer(servertest.MainLine)
	hour := time.Now().Add(-time.Hour)
	told := func() (templates []string) {
		all, err := r.Store.Outbox.Of(t.Context(), line)
		require.NoError(t, err)
		for _, m := range all {
			templates = append(templates, m.Template)
		}
		return templates
	}
	for range 2 {
		r.MustReportUsage(servertest.Usage("cdr-00000001", 800, hour))
		require.Equal(t, []string{allowance.MessageLow}, told())
	}
	for range 2 {
		r.MustReportUsage(servertest.Usage("cdr-00000002", 900, hour), servertest.Usage("cdr-00000003", 5000, hour, map[string]any{"type": "sms", "unit": "sms"}))
		require.Equal(t, []string{allowance.MessageLow, allowance.MessageUsedUp}, told())
	}
}

func TestUsage_FifthLeft_IsLow(t *testing.T) {
	r := servertest.New(t)
	line := r.AddPlanCustomer(servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	low := func() []gen.LowAllowance { return r.AccountLines(token)[0].Low }
	yesterday := time.Now().AddDate(0, 0, -1)
	r.MustReportUsage(servertest.Usage("cdr-low-0001", 799, yesterday), servertest.Usage("cdr-low-0002", 5_000, yesterday, map[string]any{"type": "sms", "unit": "sms"}))
	require.Empty(t, low(), "just above a fifth, and messages are unlimited")
	r.MustReportUsage(servertest.Usage("cdr-low-0003", 1, yesterday))
	require.Equal(t, []gen.LowAllowance{{Type: "data", Unit: "MB", Left: 200, Total: 1000}}, low())

	_, err := r.DB.ExecContext(t.Context(), `
		INSERT INTO line_allowances (line_id, type, unit, total, valid_until, purchase_id, position)
		VALUES (?, 'data', 'MB', 1000, now() + interval '1 day', ?, 9)`, line, uuid.NewString())
	require.NoError(t, err)
	require.Empty(t, low(), "the bought bucket keeps the total above a fifth")
}
