package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	linestore "selfcare/internal/store/line"
)

func widgetKeys(d gen.Dashboard) (keys []string) {
	for _, widget := range d.AdditionalWidgets {
		keys = append(keys, widget.Key)
	}
	return keys
}

func TestDashboard_ChosenLine_IsShown(t *testing.T) {
	r := servertest.NewSeeded(t)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)

	prepaid := r.Dashboard(r.SignIn("0570000001"))
	require.EqualValues(t, "prepaid", prepaid.Proprties.SubscriptionType)
	require.EqualValues(t, 4550, prepaid.Balance.Amount)
	require.Len(t, prepaid.Consumption, 3)
	require.EqualValues(t, 15360, *prepaid.Consumption[0].Total)
	require.Equal(t, []string{"recharge", "creditTransfer", "history", "customizeBundle"}, widgetKeys(prepaid), "no bills")

	main := r.SignIn("main@selfcare.example")
	postpaid := r.Dashboard(main)
	require.Equal(t, []string{"recharge", "myBills", "history", "customizeBundle"}, widgetKeys(postpaid), "no credit transfer")
	require.True(t, postpaid.Consumption[0].Unlimited)
	require.Nil(t, postpaid.Consumption[0].Total)
	require.NotNil(t, prepaid.Balance.ValidUntil)
	require.Nil(t, postpaid.Balance.ValidUntil, "a postpaid debt does not expire")

	accounts := r.Accounts(main)
	require.Len(t, accounts, 4)
	driver := r.Dashboard(main, servertest.OnAccount(accounts[2].SubscriptionId))
	require.Equal(t, "Driver", *driver.Proprties.Nickname)
	require.Equal(t, []string{"recharge", "history"}, widgetKeys(driver))
	tablet := r.Dashboard(main, servertest.OnAccount(accounts[3].SubscriptionId))
	require.True(t, tablet.Proprties.DataSim)
	require.Equal(t, []string{"recharge"}, widgetKeys(tablet))
	require.Equal(t, "إعادة الشحن", r.Dashboard(main, servertest.Header{"Accept-Language": "ar"}).AdditionalWidgets[0].Title)

	got := r.Call(http.MethodGet, "/api/users/plan", "", servertest.Bearer(main))
	require.Contains(t, string(got.Body), `"id":"postpaid-290"`)
}

type planOfLine struct {
	Data struct {
		Plan         *gen.Plan
		Subscription *gen.PlanSubscription
	}
}

func TestDashboard_Plan_HasItsStanding(t *testing.T) {
	r := servertest.NewSeeded(t)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)
	token := r.SignIn("0570000001")
	shown := func() planOfLine {
		got := r.Call(http.MethodGet, "/api/users/plan", "", servertest.Bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[planOfLine](r.T, got)
	}
	r.Exec("DELETE FROM plan_subscriptions")
	require.Nil(t, shown().Data.Subscription, "no plan is in force")

	followed := contract.PlanSubscription{
		PlanID: "hawakom-90", Type: subscription.Prepaid, Stage: contract.SubscriptionGrace, AutoRenew: true, Cycle: 3, Seq: 1,
		From: time.Date(2026, 10, 20, 21, 0, 0, 0, time.UTC), Until: time.Date(2026, 11, 19, 21, 0, 0, 0, time.UTC), Step: contract.StepExpire,
		DueAt: time.Date(2026, 11, 26, 21, 0, 0, 0, time.UTC),
		Grace: &contract.Grace{Until: time.Date(2026, 11, 26, 21, 0, 0, 0, time.UTC), Missing: 3276, Told: 1},
	}
	require.NoError(t, r.DB.QueryRowContext(t.Context(), "SELECT id FROM lines WHERE msisdn = '0570000001'").Scan(&followed.LineID))
	_, err = r.Store.PlanSubscriptions.Begin(t.Context(), followed)
	require.NoError(t, err)
	now := shown().Data
	require.Equal(t, "hawakom-90", now.Plan.Id)
	require.EqualValues(t, "grace", now.Subscription.Stage)
	require.EqualValues(t, "full", now.Subscription.Service)
	require.Equal(t, followed.Until, now.Subscription.Until.UTC())
	require.EqualValues(t, 3276, now.Subscription.Grace.Missing)
	require.EqualValues(t, 7826, now.Subscription.Renewal.Amount, "90 riyals without VAT")
	require.False(t, now.Subscription.Renewal.Covered, "the balance is 45.50")
}

func TestDashboard_NeverCharged_IsEmpty(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	shown := r.Dashboard(token)
	require.Zero(t, shown.Balance.Amount)
	require.Empty(t, shown.Consumption)
	require.JSONEq(t, `{"data":{"rates":[]}}`, string(r.Call(http.MethodGet, "/api/users/plan", "", servertest.Bearer(token)).Body), "the catalogue lacks this plan")
	staff := r.SignedIn("support@selfcare.example", "support")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/dashboard", "", servertest.Bearer(staff)), contract.FailForbidden)
	require.Empty(t, r.Accounts(staff))
}

func TestDashboard_AllLines_Summarised(t *testing.T) {
	r := servertest.NewSeeded(t)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)
	token := r.SignIn("main@selfcare.example")
	r.Exec("DELETE FROM plan_subscriptions")
	accounts := r.Accounts(token)

	shown := r.AccountLines(token)
	require.Len(t, shown, len(accounts))
	for i, account := range accounts {
		require.Equal(t, account.SubscriptionId, shown[i].SubscriptionId, "the main line first")
		require.Equal(t, account.Properties, shown[i].Properties)
		require.EqualValues(t, "active", shown[i].State)
		require.Nil(t, shown[i].Next, "no plan is in force")
	}
	main, driver := shown[0], shown[2]
	require.Equal(t, "Postpaid 290", main.Plan.Name)
	require.EqualValues(t, 33_350, main.Balance)
	require.Empty(t, main.Low, "most of it is unlimited, and plenty of the rest is left")
	require.Equal(t, []gen.LowAllowance{{Type: "local_min", Unit: "minute", Left: 0, Total: 25}}, driver.Low)
	require.Equal(t, "المفوترة 290", r.AccountLines(token, servertest.Header{"Accept-Language": "ar"})[0].Plan.Name)
	require.Equal(t, shown, r.AccountLines(token, servertest.OnAccount(accounts[2].SubscriptionId)), "the answer does not depend on the chosen line")
	require.Empty(t, r.AccountLines(r.SignedIn("nobodys-line@selfcare.example", "support")))
}

func TestDashboard_SameLines_Returns304(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000001")
	ask := func(headers ...servertest.Header) servertest.Answer {
		return r.Call(http.MethodGet, "/api/users/current/lines", "", append(headers, servertest.Bearer(token))...)
	}
	first := ask()
	require.Equal(t, "private, no-cache", first.Header.Get("Cache-Control"))
	require.Contains(t, first.Header.Get("Vary"), "Authorization")
	seen := servertest.Header{"If-None-Match": first.Header.Get("ETag")}
	again := ask(seen)
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	require.Empty(t, again.Body)
	require.Equal(t, http.StatusOK, ask(seen, servertest.Header{"Accept-Language": "ar"}).StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/lines", "", seen, servertest.Bearer(r.Device())), contract.FailNotSignedIn)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE msisdn = '0570000001'")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, ask(seen).StatusCode, "each request reads the database again")
}

func TestDashboard_Line_HasStateAndNextStep(t *testing.T) {
	r := servertest.NewSeeded(t)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)
	token, line := r.SignIn("0570000001"), r.LineID("0570000001")
	r.Exec("DELETE FROM plan_subscriptions")
	until := time.Date(2026, 12, 9, 21, 0, 0, 0, time.UTC)
	followed := contract.PlanSubscription{
		LineID: line, PlanID: "hawakom-90", Type: subscription.Prepaid, Stage: contract.SubscriptionActive, AutoRenew: true, Cycle: 1, Seq: 1,
		From: until.AddDate(0, -1, 0), Until: until, Step: contract.StepRenew, DueAt: until,
	}
	_, err = r.Store.PlanSubscriptions.Begin(t.Context(), followed)
	require.NoError(t, err)
	require.Equal(t, "renews", string(r.AccountLines(token)[0].Next.What))
	require.True(t, until.Equal(r.AccountLines(token)[0].Next.At))

	followed.Stage, followed.Step, followed.DueAt, followed.Seq = contract.SubscriptionExpired, contract.StepNone, time.Time{}, 2
	require.NoError(t, r.Store.PlanSubscriptions.Save(t.Context(), followed))
	require.EqualValues(t, "expired", r.AccountLines(token)[0].State)
	require.Nil(t, r.AccountLines(token)[0].Next)

	draft := linestore.Claim{LineID: line, Holder: "an order", OrderNumber: "SC12345678", Until: until, ExpiresAt: until.AddDate(1, 0, 0)}
	require.NoError(t, r.Store.Lines.Claim(t.Context(), draft))
	require.EqualValues(t, "expired", r.AccountLines(token)[0].State, "a draft order changes no line")
	draft.ExpiresAt = time.Time{}
	require.NoError(t, r.Store.Lines.Claim(t.Context(), draft))
	require.EqualValues(t, "in_transit", r.AccountLines(token)[0].State)

	_, err = r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'blocked' WHERE id = ?", line)
	require.NoError(t, err)
	require.EqualValues(t, "stopped", r.AccountLines(token)[0].State)
}
