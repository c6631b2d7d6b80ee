package usage_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store/subaccount"
)

// calledTo is a call of one minute to a number, as the network reports it.
func calledTo(id, party string, charged int, at time.Time) map[string]any {
	return servertest.Usage(id, 1, at, map[string]any{"type": "local_min", "unit": "minute", "party": party, "charged": charged})
}

func usagePage(r *servertest.Rig, token, kindAndQuery string, headers ...servertest.Header) gen.UsagePage {
	r.T.Helper()
	return servertest.Decoded[struct{ Data gen.UsagePage }](r.T, r.MustGet("/users/current/usage/history/"+kindAndQuery, token, headers...)).Data
}

func usedIDs(page gen.UsagePage) (ids []string) {
	for _, item := range page.Items {
		ids = append(ids, item.Id)
	}
	return ids
}

func TestUsageHistory_PageOrPosition_Continues(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	var batch []map[string]any
	for n := range 5 {
		batch = append(batch, calledTo(fmt.Sprintf("cdr-%08d", n), "0501234567", n*10, time.Now().Add(-time.Duration(n+1)*time.Hour)))
	}
	r.MustReportUsage(append(batch, servertest.Usage("cdr-data-0001", 512, time.Now().Add(-time.Hour)))...)

	first := usagePage(r, token, "calls?per_page=2")
	require.Equal(t, []string{"cdr-00000000", "cdr-00000001"}, usedIDs(first))
	require.True(t, first.HasMore)
	require.Nil(t, first.Previous)
	require.Equal(t, gen.UsageDetail{
		Id: "cdr-00000001", At: first.Items[1].At, Type: "local_min", Place: gen.UsagePlaceLocal, Party: new("0501234567"), Amount: 1,
		Unit: gen.UnitUsedMinute, Charged: 10,
	}, first.Items[1])
	second := usagePage(r, token, "calls?per_page=2&before="+*first.Next)
	require.Equal(t, []string{"cdr-00000002", "cdr-00000003"}, usedIDs(second))
	require.Equal(t, usedIDs(second), usedIDs(usagePage(r, token, "calls?per_page=2&page=2")))
	last := usagePage(r, token, "calls?per_page=2&before="+*second.Next)
	require.Equal(t, []string{"cdr-00000004"}, usedIDs(last))
	require.Nil(t, last.Next)
	require.Equal(t, usedIDs(second), usedIDs(usagePage(r, token, "calls?per_page=2&after="+*last.Previous)))
	back := usagePage(r, token, "calls?per_page=2&after="+*second.Previous)
	require.Equal(t, usedIDs(first), usedIDs(back))
	require.Nil(t, back.Previous)

	require.Equal(t, 50, usagePage(r, token, "calls").PerPage, "the page size of the settings")
	require.Equal(t, 1, usagePage(r, token, "calls").Page, "without a page the first one is shown")
	beyond := usagePage(r, token, "calls?page=10000")
	require.Equal(t, []any{0, 10_000, false}, []any{len(beyond.Items), beyond.Page, beyond.HasMore})
	require.Equal(t, []string{"cdr-data-0001"}, usedIDs(usagePage(r, token, "data")))
	for _, query := range []string{"page=0", "page=100001", "per_page=101", "before=MTIz", "after=%21", "from=2026-02-30", "from=2026-03-01&to=2026-02-01", "place=moon"} {
		got := r.Call(http.MethodGet, "/api/users/current/usage/history/calls?"+query, "", servertest.Bearer(token))
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, query)
	}
	require.Equal(t, http.StatusUnprocessableEntity, r.Call(http.MethodGet, "/api/users/current/usage/history/letters", "", servertest.Bearer(token)).StatusCode)
}

func TestListUsage_NoType_ShowsCalls(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	sms := r.SubAccount(user, "0570000004", "prepaid", []string{"history", "history_usage_sms"})
	calls := r.Call(http.MethodGet, "/api/users/current/usage/history/calls?per_page=2", "", servertest.Bearer(token))
	untyped := r.Call(http.MethodGet, "/api/users/current/usage/history?per_page=2", "", servertest.Bearer(token))
	require.Equal(t, http.StatusOK, untyped.StatusCode)
	require.JSONEq(t, string(calls.Body), string(untyped.Body))
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/usage/history", "", servertest.Bearer(token), servertest.OnAccount(sms)), contract.FailForbidden)
}

func TestUsageHistory_Kind_NarrowsList(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	sms := r.SubAccount(user, "0570000004", "prepaid", []string{"history", "history_usage_sms"})
	none := r.SubAccount(user, "0570000005", "prepaid", []string{"history"})
	closed := r.SubAccount(user, "0570000006", "prepaid", []string{"history_usage_calls", "history_usage_data", "history_usage_sms"})
	empty := r.SubAccount(user, "0570000007", "prepaid", []string{})
	all := r.SubAccount(user, "0570000008", "prepaid", nil)
	for _, address := range []string{"history", "overview", "file"} {
		for _, kind := range []string{"calls", "data", "sms"} {
			path := "/api/users/current/usage/" + address + "/" + kind
			for account, shown := range map[string]bool{"main": true, all: true, sms: kind == "sms", none: false, closed: false, empty: false} {
				got := r.Call(http.MethodGet, path, "", servertest.Bearer(token), servertest.OnAccount(account))
				if shown {
					require.Equal(t, http.StatusOK, got.StatusCode, path)
					continue
				}
				servertest.RequireRefused(t, got, contract.FailForbidden)
			}
		}
	}
}

func TestUsageHistory_NewHolder_BeginsWithThem(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	owns, err := r.Store.Users.ByMobile(t.Context(), servertest.MainLine)
	require.NoError(t, err)
	own := r.SubAccount(owns, "0570000004", "prepaid", nil) // of the same person
	other := contract.Person{IDNumber: "1000000016", FullNameEn: "Sara", FullNameAr: "سارة"}
	theirs, err := r.Store.Subscriptions.Subscribe(t.Context(), owns.ID, subaccount.Subscription{LineID: r.Line("0570000005", "prepaid", other), Nickname: "Sara"})
	require.NoError(t, err)
	for _, msisdn := range []string{"0570000004", "0570000005"} {
		_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET activated_at = now() - interval '60 days' WHERE msisdn = ?", msisdn)
		require.NoError(t, err)
	}
	_, err = r.DB.ExecContext(t.Context(), "UPDATE subscriptions SET created_at = now() - interval '1 hour' WHERE id = ?", theirs.ID)
	require.NoError(t, err)
	of := func(id, msisdn string, ago time.Duration) map[string]any {
		return servertest.Usage(id, 10, time.Now().Add(-ago), map[string]any{"msisdn": msisdn, "charged": 100})
	}
	r.MustReportUsage(of("cdr-own-0001", "0570000004", 48*time.Hour), of("cdr-theirs-before", "0570000005", 48*time.Hour), of("cdr-theirs-since", "0570000005", time.Minute))
	token := r.SignIn(servertest.MainLine)
	require.Equal(t, []string{"cdr-own-0001"}, usedIDs(usagePage(r, token, "data", servertest.OnAccount(own))))
	require.Equal(t, []string{"cdr-theirs-since"}, usedIDs(usagePage(r, token, "data", servertest.OnAccount(theirs.ID))))
	yesterday := time.Now().Add(-48 * time.Hour).In(calendar.Riyadh).Format(time.DateOnly)
	period := "?from=" + yesterday + "&to=" + yesterday
	require.Empty(t, usagePage(r, token, "data"+period, servertest.OnAccount(theirs.ID)).Items)
	overview := usageOverview(r, token, "data"+period, servertest.OnAccount(theirs.ID))
	require.Empty(t, overview.Days)
	require.Empty(t, overview.Costliest)
	require.EqualValues(t, 100, usageOverview(r, token, "data", servertest.OnAccount(theirs.ID)).Total.Charged)
	file := r.MustGet("/users/current/usage/file/data", token, servertest.OnAccount(theirs.ID))
	require.NotContains(t, string(file.Body), "before")
}

func TestUsageHistory_ReusedNumber_HidesOld(t *testing.T) {
	r := servertest.New(t)
	const number = "0570000009"
	r.Line(number, "prepaid", contract.Person{IDNumber: "1000000016", FullNameEn: "Sara", FullNameAr: "سارة"})
	_, err := r.DB.ExecContext(t.Context(), "UPDATE lines SET activated_at = now() - interval '60 days' WHERE msisdn = ?", number)
	require.NoError(t, err)
	call := func(id string, ago time.Duration) map[string]any {
		return servertest.Usage(id, 10, time.Now().Add(-ago), map[string]any{"msisdn": number})
	}
	r.MustReportUsage(call("cdr-former-0001", 48*time.Hour))
	_, err = r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'ended', ended_at = now() - interval '1 hour' WHERE msisdn = ?", number)
	require.NoError(t, err)
	r.Customer(number, "prepaid")
	token := r.SignIn(number)
	require.Empty(t, usagePage(r, token, "data").Items)
	require.Empty(t, usageOverview(r, token, "data").Days)
	r.MustReportUsage(call("cdr-now-0000001", 0), call("cdr-late-000001", 49*time.Hour))
	require.Equal(t, []string{"cdr-now-0000001"}, usedIDs(usagePage(r, token, "data")), "a late record of the former holder stays hidden")
}

func usageOverview(r *servertest.Rig, token, kindAndQuery string, headers ...servertest.Header) gen.UsageOverview {
	r.T.Helper()
	return servertest.Decoded[struct{ Data gen.UsageOverview }](r.T, r.MustGet("/users/current/usage/overview/"+kindAndQuery, token, headers...)).Data
}

func TestUsageOverview_Month_HasDaysAndCosts(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	now := time.Now()
	hour := now.Add(-time.Hour)
	r.MustReportUsage(
		calledTo("cdr-00000001", "0501234567", 0, hour), calledTo("cdr-00000002", "0501234567", 30, hour.AddDate(0, 0, -2)),
		calledTo("cdr-00000003", "+201001234567", 0, hour), calledTo("cdr-00000004", "0501234567", 50, hour.AddDate(0, 0, -40)),
		servertest.Usage("cdr-00000005", 7, hour, map[string]any{"type": "roaming_min", "unit": "minute", "charged": 900}),
	)
	got := usageOverview(r, token, "calls?per_page=2")
	today := now.In(calendar.Riyadh)
	require.Equal(t, []string{today.AddDate(0, 0, -29).Format(time.DateOnly), today.Format(time.DateOnly)}, []string{got.From, got.To})
	require.Equal(t, gen.UsageSum{Count: 4, Amount: 10, Charged: 930}, got.Total)
	require.Len(t, got.Days, 2)
	require.Equal(t, hour.AddDate(0, 0, -2).In(calendar.Riyadh).Format(time.DateOnly), got.Days[0].Day)
	require.Equal(t, []string{"0501234567", "+201001234567"}, []string{got.Parties[0].Party, got.Parties[1].Party})
	require.Equal(t, 2, got.Parties[0].Count)
	require.Equal(t, []string{"cdr-00000005", "cdr-00000002"}, []string{got.Costliest[0].Id, got.Costliest[1].Id})
	require.Len(t, got.Latest, 2)
	require.EqualValues(t, 7, usageOverview(r, token, "calls?place=roaming").Total.Amount)
	from := today.AddDate(0, 0, -92).Format(time.DateOnly)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/usage/overview/calls?from="+from, "", servertest.Bearer(token)), contract.FailUsagePeriod)
	from = today.AddDate(0, 0, -91).Format(time.DateOnly)
	require.Equal(t, 5, usageOverview(r, token, "calls?from="+from).Total.Count)
}

func TestUsageFile_Formula_DoesNotRun(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	token := r.SignIn(servertest.MainLine)
	at := time.Now().Add(-time.Hour).Truncate(time.Second)
	r.MustReportUsage(calledTo("=HYPERLINK(1)", "+201001234567", 1234, at), calledTo("cdr-00000002", "0501234567", 0, at.AddDate(0, 0, -40)))
	day := at.In(calendar.Riyadh)
	for language, want := range map[string]string{
		"en": "\ufeffDay,Time,Type,Place,Number,Amount,Unit,\"Charged, SAR\",Reference\r\n" + day.Format("2006-01-02,15:04:05") +
			",Call,In the Kingdom,'+201001234567,1,minutes,12.34,'=HYPERLINK(1)\r\n",
		"ar": "\ufeffاليوم,الوقت,النوع,المكان,الرقم,الكمية,الوحدة,المبلغ بالريال,الرقم المرجعي\r\n" + day.Format("2006-01-02,15:04:05") +
			",مكالمة,داخل المملكة,'+201001234567,1,دقيقة,12.34,'=HYPERLINK(1)\r\n",
	} {
		got := r.MustGet("/users/current/usage/file/calls", token, servertest.Header{"accept-language": language})
		require.Equal(t, want, string(got.Body), "usage forty days ago is outside the period")
		require.True(t, strings.HasPrefix(got.Header.Get("Content-Type"), "text/csv"))
	}
	nothing := r.MustGet("/users/current/usage/file/calls?place=roaming", token, servertest.Header{"accept-language": "en"})
	require.Equal(t, 1, strings.Count(string(nothing.Body), "\r\n"), "an empty file has headings only")
}
