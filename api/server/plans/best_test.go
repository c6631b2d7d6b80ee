package plans_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
)

func TestBestPlan_Usage_NamesThePlanAndFigure(t *testing.T) {
	r := servertest.WithPlans(t)
	lineID := r.AddPlanCustomer(servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	best := func() *gen.BestPlan {
		got := r.Call(http.MethodGet, "/api/users/plan/best", "", servertest.Bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[gen.GetBestPlanAnswer](t, got).Data.Best
	}
	require.Nil(t, best(), "the line has used nothing")

	r.MustReportUsage(
		servertest.Usage("cdr-00000001", 14_000, time.Now().Add(-time.Hour)),
		servertest.Usage("cdr-00000002", 90_000, time.Now().AddDate(0, 0, -31)),
		servertest.Usage("cdr-00000003", 600, time.Now().Add(-time.Hour), map[string]any{"type": "social_media"}),
	)
	included := int64(15_360)
	want := &gen.BestPlan{PlanId: "hawakom-130"}
	want.Used.Type, want.Used.Unit, want.Used.Amount, want.Used.Included, want.Used.Days = "data", "MB", 14_000, &included, 30
	require.Equal(t, want, best())

	r.Exec("UPDATE plans SET on_sale = false WHERE price > 9000 AND subscription_type = 'prepaid'")
	require.Nil(t, best(), "no plan on sale covers more")
	r.Exec("UPDATE plans SET on_sale = true")
	r.Exec("UPDATE lines SET activated_at = now() - interval '29 days' WHERE id = ?", lineID)
	require.Nil(t, best(), "the line has its plan for less than a cycle")
}
