package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
)

type dashboard struct{ Data gen.Dashboard }

func (r *rig) dashboard(token string, headers ...header) gen.Dashboard {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/dashboard", "", append(headers, bearer(token))...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[dashboard](r.t, got).Data
}

func widgetKeys(d gen.Dashboard) (keys []string) {
	for _, widget := range d.AdditionalWidgets {
		keys = append(keys, widget.Key)
	}
	return keys
}

func TestTheDashboardShowsTheLineChosen(t *testing.T) {
	r := newRig(t)
	require.NoError(t, seed.Run(t.Context(), r.db, testRing(t)))
	_, err := r.db.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+password)
	require.NoError(t, err)

	prepaid := r.dashboard(r.signIn("0570000001"))
	require.EqualValues(t, "prepaid", prepaid.Proprties.SubscriptionType)
	require.EqualValues(t, 4550, prepaid.Balance.Amount)
	require.Len(t, prepaid.Consumption, 3)
	require.EqualValues(t, 15360, *prepaid.Consumption[0].Total)
	require.Equal(t, []string{"recharge", "creditTransfer", "history", "customizeBundle"}, widgetKeys(prepaid), "no bills")

	main := r.signIn("main@selfcare.example")
	postpaid := r.dashboard(main)
	require.Equal(t, []string{"recharge", "myBills", "history", "customizeBundle"}, widgetKeys(postpaid), "no credit transfer")
	require.True(t, postpaid.Consumption[0].Unlimited)
	require.Nil(t, postpaid.Consumption[0].Total)

	accounts := r.accounts(main)
	require.Len(t, accounts, 4)
	driver := r.dashboard(main, onAccount(accounts[2].SubscriptionId))
	require.Equal(t, "Driver", *driver.Proprties.Nickname)
	require.Equal(t, []string{"recharge", "history"}, widgetKeys(driver))
	tablet := r.dashboard(main, onAccount(accounts[3].SubscriptionId))
	require.True(t, tablet.Proprties.DataSim)
	require.Equal(t, []string{"recharge"}, widgetKeys(tablet))
	require.Equal(t, "إعادة الشحن", r.dashboard(main, header{"Accept-Language": "ar"}).AdditionalWidgets[0].Title)

	got := r.call(http.MethodGet, "/api/users/plan", "", bearer(main))
	require.Contains(t, string(got.body), `"id":"postpaid-290"`)
}

func TestALineThatWasNeverChargedHasAnEmptyDashboard(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	shown := r.dashboard(token)
	require.Zero(t, shown.Balance.Amount)
	require.Empty(t, shown.Consumption)
	require.JSONEq(t, `{"data":{"rates":[]}}`, string(r.call(http.MethodGet, "/api/users/plan", "", bearer(token)).body), "its plan is unknown here")
	staff := r.signedIn("support@selfcare.example", "support")
	requireRefused(t, r.call(http.MethodGet, "/api/dashboard", "", bearer(staff)), contract.FailForbidden)
	require.Empty(t, r.accounts(staff))
}
