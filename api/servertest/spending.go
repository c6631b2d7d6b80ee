package servertest

import (
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// CountMessages counts the messages of a template; several channels of one message count once.
func (r *Rig) CountMessages(template string) (n int) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw("SELECT count(*) FROM outbox WHERE template = ? AND key LIKE '%-0'", template).Scan(r.T.Context(), &n))
	return n
}

// ReportCharge reports usage of a line outside its plan.
func (r *Rig) ReportCharge(id, msisdn, kind string, halalas int) {
	r.T.Helper()
	event := Usage(id, 1, time.Now().Add(-time.Millisecond), map[string]any{"msisdn": msisdn, "type": kind, "charged": halalas})
	require.Equal(r.T, 1, r.MustReportUsage(event).Taken)
}

func (r *Rig) Level(msisdn string) contract.ServiceLevel {
	r.T.Helper()
	plan, err := r.Store.PlanSubscriptions.Get(r.T.Context(), r.LineID(msisdn))
	require.NoError(r.T, err)
	if plan.Spend == nil {
		return contract.ServiceFull
	}
	return plan.Spend.Level
}
