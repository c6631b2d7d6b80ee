package servertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store/allowance"
)

func AmountOf(total int64) *int64 { return &total }

// AddPlanCustomer adds a customer whose line is a hundred and ten days old and whose cycle began ten days ago.
func (r *Rig) AddPlanCustomer(msisdn string) (lineID string) {
	r.T.Helper()
	r.Customer(msisdn, "prepaid")
	lineID = r.LineID(msisdn)
	_, err := r.DB.ExecContext(r.T.Context(), "UPDATE lines SET activated_at = now() - interval '110 days' WHERE id = ?", lineID)
	require.NoError(r.T, err)
	items := []allowance.Bucket{{Type: "data", Unit: "MB", Amount: AmountOf(1000)}, {Type: "sms", Unit: "sms"}}
	began := time.Now().AddDate(0, 0, -10)
	require.NoError(r.T, r.Store.Allowances.Grant(r.T.Context(), lineID, 1, began.AddDate(0, 0, -30), began, items))
	require.NoError(r.T, r.Store.Allowances.Grant(r.T.Context(), lineID, 2, began, began.AddDate(0, 0, 30), items))
	return lineID
}

// Usage is an event of the network; changes replace its members.
func Usage(id string, amount int64, at time.Time, changes ...map[string]any) map[string]any {
	event := map[string]any{"eventId": id, "msisdn": MainLine, "type": "data", "unit": "MB", "amount": amount, "usedAt": at.UTC().Format(time.RFC3339Nano)}
	for _, change := range changes {
		for name, value := range change {
			event[name] = value
		}
	}
	return event
}

func (r *Rig) ReportUsage(events ...map[string]any) Answer {
	r.T.Helper()
	body, err := json.Marshal(map[string]any{"events": events})
	require.NoError(r.T, err)
	return r.Report("network", string(body))
}

func (r *Rig) MustReportUsage(events ...map[string]any) gen.UsageReport {
	r.T.Helper()
	got := r.ReportUsage(events...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[gen.UsageReport](r.T, got)
}

// Figures returns the metrics page.
func (r *Rig) Figures() string {
	r.T.Helper()
	var page strings.Builder
	all, err := r.Options.Metrics.(*metrics.Metrics).Registry().Gather()
	require.NoError(r.T, err)
	for _, family := range all {
		for _, m := range family.GetMetric() {
			for _, label := range m.GetLabel() {
				fmt.Fprintf(&page, "%s{%s=%q} %g\n", family.GetName(), label.GetName(), label.GetValue(), m.GetCounter().GetValue())
			}
		}
	}
	return page.String()
}
