package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store"
)

// call is a call of a minute to a number, as the network reports it.
func calledTo(id, party string, charged int, at time.Time) map[string]any {
	return usage(id, 1, at, map[string]any{"type": "local_min", "unit": "minute", "party": party, "charged": charged})
}

func (r *rig) usagePage(token, kindAndQuery string, headers ...header) gen.UsagePage {
	r.t.Helper()
	return decoded[struct{ Data gen.UsagePage }](r.t, r.shows("/users/current/usage/history/"+kindAndQuery, token, headers...)).Data
}

func usedIDs(page gen.UsagePage) (ids []string) {
	for _, item := range page.Items {
		ids = append(ids, item.Id)
	}
	return ids
}

func TestTheHistoryOfUsageIsTurnedByThePageAndFromAPosition(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	token := r.signIn(mainLine)
	var batch []map[string]any
	for n := range 5 {
		batch = append(batch, calledTo(fmt.Sprintf("cdr-%08d", n), "0501234567", n*10, time.Now().Add(-time.Duration(n+1)*time.Hour)))
	}
	r.counted(append(batch, usage("cdr-data-0001", 512, time.Now().Add(-time.Hour)))...)

	first := r.usagePage(token, "calls?per_page=2")
	require.Equal(t, []string{"cdr-00000000", "cdr-00000001"}, usedIDs(first))
	require.True(t, first.HasMore)
	require.Nil(t, first.Previous)
	require.Equal(t, gen.UsageDetail{
		Id: "cdr-00000001", At: first.Items[1].At, Type: "local_min", Place: gen.UsagePlaceLocal, Party: new("0501234567"), Amount: 1,
		Unit: gen.UnitUsedMinute, Charged: 10,
	}, first.Items[1])
	second := r.usagePage(token, "calls?per_page=2&before="+*first.Next)
	require.Equal(t, []string{"cdr-00000002", "cdr-00000003"}, usedIDs(second))
	require.Equal(t, usedIDs(second), usedIDs(r.usagePage(token, "calls?per_page=2&page=2")))
	last := r.usagePage(token, "calls?per_page=2&before="+*second.Next)
	require.Equal(t, []string{"cdr-00000004"}, usedIDs(last))
	require.Nil(t, last.Next)
	require.Equal(t, usedIDs(second), usedIDs(r.usagePage(token, "calls?per_page=2&after="+*last.Previous)))
	back := r.usagePage(token, "calls?per_page=2&after="+*second.Previous)
	require.Equal(t, usedIDs(first), usedIDs(back))
	require.Nil(t, back.Previous)

	require.Equal(t, 50, r.usagePage(token, "calls").PerPage, "the page size of the settings")
	require.Equal(t, 1, r.usagePage(token, "calls").Page, "the first page where none is named")
	beyond := r.usagePage(token, "calls?page=10000")
	require.Equal(t, []any{0, 10_000, false}, []any{len(beyond.Items), beyond.Page, beyond.HasMore})
	require.Equal(t, []string{"cdr-data-0001"}, usedIDs(r.usagePage(token, "data")))
	for _, query := range []string{"page=0", "page=100001", "per_page=101", "before=MTIz", "after=%21", "from=2026-02-30", "from=2026-03-01&to=2026-02-01", "place=moon"} {
		got := r.call(http.MethodGet, "/api/users/current/usage/history/calls?"+query, "", bearer(token))
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, query)
	}
	require.Equal(t, http.StatusUnprocessableEntity, r.call(http.MethodGet, "/api/users/current/usage/history/letters", "", bearer(token)).StatusCode)
}

func TestListUsage_NoType_ShowsCalls(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	sms := r.subAccount(user, "0570000004", "prepaid", []string{"history", "history_usage_sms"})
	calls := r.call(http.MethodGet, "/api/users/current/usage/history/calls?per_page=2", "", bearer(token))
	untyped := r.call(http.MethodGet, "/api/users/current/usage/history?per_page=2", "", bearer(token))
	require.Equal(t, http.StatusOK, untyped.StatusCode)
	require.JSONEq(t, string(calls.body), string(untyped.body))
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/usage/history", "", bearer(token), onAccount(sms)), contract.FailForbidden)
}

func TestTheHistoryOfUsageGoesByKindAndPermission(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	sms := r.subAccount(user, "0570000004", "prepaid", []string{"history", "history_usage_sms"})
	none := r.subAccount(user, "0570000005", "prepaid", []string{"history"})
	closed := r.subAccount(user, "0570000006", "prepaid", []string{"history_usage_calls", "history_usage_data", "history_usage_sms"})
	empty := r.subAccount(user, "0570000007", "prepaid", []string{})
	all := r.subAccount(user, "0570000008", "prepaid", nil)
	for _, address := range []string{"history", "overview", "file"} {
		for _, kind := range []string{"calls", "data", "sms"} {
			path := "/api/users/current/usage/" + address + "/" + kind
			for account, shown := range map[string]bool{"main": true, all: true, sms: kind == "sms", none: false, closed: false, empty: false} {
				got := r.call(http.MethodGet, path, "", bearer(token), onAccount(account))
				if shown {
					require.Equal(t, http.StatusOK, got.StatusCode, path)
					continue
				}
				requireRefused(t, got, contract.FailForbidden)
			}
		}
	}
}

func TestTheHistoryOfUsageBeginsWhenTheLineBecameItsCustomers(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	owns, err := r.store.Users.ByMobile(t.Context(), mainLine)
	require.NoError(t, err)
	own := r.subAccount(owns, "0570000004", "prepaid", nil) // of the same person
	other := contract.Person{IDNumber: "1000000016", FullNameEn: "Sara", FullNameAr: "سارة"}
	theirs, err := r.store.Subscriptions.Subscribe(t.Context(), owns.ID, store.Subscription{LineID: r.line("0570000005", "prepaid", other), Nickname: "Sara"})
	require.NoError(t, err)
	for _, msisdn := range []string{"0570000004", "0570000005"} {
		_, err := r.db.ExecContext(t.Context(), "UPDATE lines SET activated_at = now() - interval '60 days' WHERE msisdn = ?", msisdn)
		require.NoError(t, err)
	}
	_, err = r.db.ExecContext(t.Context(), "UPDATE subscriptions SET created_at = now() - interval '1 hour' WHERE id = ?", theirs.ID)
	require.NoError(t, err)
	of := func(id, msisdn string, ago time.Duration) map[string]any {
		return usage(id, 10, time.Now().Add(-ago), map[string]any{"msisdn": msisdn, "charged": 100})
	}
	r.counted(of("cdr-own-0001", "0570000004", 48*time.Hour), of("cdr-theirs-before", "0570000005", 48*time.Hour), of("cdr-theirs-since", "0570000005", time.Minute))
	token := r.signIn(mainLine)
	require.Equal(t, []string{"cdr-own-0001"}, usedIDs(r.usagePage(token, "data", onAccount(own))))
	require.Equal(t, []string{"cdr-theirs-since"}, usedIDs(r.usagePage(token, "data", onAccount(theirs.ID))))
	yesterday := time.Now().Add(-48 * time.Hour).In(calendar.Riyadh).Format(time.DateOnly)
	period := "?from=" + yesterday + "&to=" + yesterday
	require.Empty(t, r.usagePage(token, "data"+period, onAccount(theirs.ID)).Items)
	overview := r.usageOverview(token, "data"+period, onAccount(theirs.ID))
	require.Empty(t, overview.Days)
	require.Empty(t, overview.Costliest)
	require.EqualValues(t, 100, r.usageOverview(token, "data", onAccount(theirs.ID)).Total.Charged)
	file := r.shows("/users/current/usage/file/data", token, onAccount(theirs.ID))
	require.NotContains(t, string(file.body), "before")
}

func TestTheHistoryOfUsageOfANumberThatWasSomebodyElsesBeginsWithItsHolder(t *testing.T) {
	r := newRig(t)
	const number = "0570000009"
	r.line(number, "prepaid", contract.Person{IDNumber: "1000000016", FullNameEn: "Sara", FullNameAr: "سارة"})
	_, err := r.db.ExecContext(t.Context(), "UPDATE lines SET activated_at = now() - interval '60 days' WHERE msisdn = ?", number)
	require.NoError(t, err)
	call := func(id string, ago time.Duration) map[string]any {
		return usage(id, 10, time.Now().Add(-ago), map[string]any{"msisdn": number})
	}
	r.counted(call("cdr-former-0001", 48*time.Hour))
	_, err = r.db.ExecContext(t.Context(), "UPDATE lines SET status = 'ended', ended_at = now() - interval '1 hour' WHERE msisdn = ?", number)
	require.NoError(t, err)
	r.customer(number, "prepaid")
	token := r.signIn(number)
	require.Empty(t, r.usagePage(token, "data").Items)
	require.Empty(t, r.usageOverview(token, "data").Days)
	r.counted(call("cdr-now-0000001", 0), call("cdr-late-000001", 49*time.Hour))
	require.Equal(t, []string{"cdr-now-0000001"}, usedIDs(r.usagePage(token, "data")), "a late one of the former holder's is theirs")
}

func (r *rig) usageOverview(token, kindAndQuery string, headers ...header) gen.UsageOverview {
	r.t.Helper()
	return decoded[struct{ Data gen.UsageOverview }](r.t, r.shows("/users/current/usage/overview/"+kindAndQuery, token, headers...)).Data
}

func TestTheOverviewOfUsageSaysHowMuchOnWhichDayWithWhomAndWhatCostMost(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	token := r.signIn(mainLine)
	now := time.Now()
	hour := now.Add(-time.Hour)
	r.counted(
		calledTo("cdr-00000001", "0501234567", 0, hour), calledTo("cdr-00000002", "0501234567", 30, hour.AddDate(0, 0, -2)),
		calledTo("cdr-00000003", "+201001234567", 0, hour), calledTo("cdr-00000004", "0501234567", 50, hour.AddDate(0, 0, -40)),
		usage("cdr-00000005", 7, hour, map[string]any{"type": "roaming_min", "unit": "minute", "charged": 900}),
	)
	got := r.usageOverview(token, "calls?per_page=2")
	today := now.In(calendar.Riyadh)
	require.Equal(t, []string{today.AddDate(0, 0, -29).Format(time.DateOnly), today.Format(time.DateOnly)}, []string{got.From, got.To})
	require.Equal(t, gen.UsageSum{Count: 4, Amount: 10, Charged: 930}, got.Total)
	require.Len(t, got.Days, 2)
	require.Equal(t, hour.AddDate(0, 0, -2).In(calendar.Riyadh).Format(time.DateOnly), got.Days[0].Day)
	require.Equal(t, []string{"0501234567", "+201001234567"}, []string{got.Parties[0].Party, got.Parties[1].Party})
	require.Equal(t, 2, got.Parties[0].Count)
	require.Equal(t, []string{"cdr-00000005", "cdr-00000002"}, []string{got.Costliest[0].Id, got.Costliest[1].Id})
	require.Len(t, got.Latest, 2)
	require.EqualValues(t, 7, r.usageOverview(token, "calls?place=roaming").Total.Amount)
	from := today.AddDate(0, 0, -92).Format(time.DateOnly)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/usage/overview/calls?from="+from, "", bearer(token)), contract.FailUsagePeriod)
	from = today.AddDate(0, 0, -91).Format(time.DateOnly)
	require.Equal(t, 5, r.usageOverview(token, "calls?from="+from).Total.Count)
}

func TestTheFileOfUsageOpensInASpreadsheetAndRunsNothing(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	token := r.signIn(mainLine)
	at := time.Now().Add(-time.Hour).Truncate(time.Second)
	r.counted(calledTo("=HYPERLINK(1)", "+201001234567", 1234, at), calledTo("cdr-00000002", "0501234567", 0, at.AddDate(0, 0, -40)))
	day := at.In(calendar.Riyadh)
	for language, want := range map[string]string{
		"en": "\ufeffDay,Time,What,Where,Number,Amount,Unit,\"Charged, SAR\",Reference\r\n" + day.Format("2006-01-02,15:04:05") +
			",Call,In the Kingdom,'+201001234567,1,minutes,12.34,'=HYPERLINK(1)\r\n",
		"ar": "\ufeffاليوم,الوقت,النوع,المكان,الرقم,الكمية,الوحدة,المبلغ بالريال,الرقم المرجعي\r\n" + day.Format("2006-01-02,15:04:05") +
			",مكالمة,داخل المملكة,'+201001234567,1,دقيقة,12.34,'=HYPERLINK(1)\r\n",
	} {
		got := r.shows("/users/current/usage/file/calls", token, header{"accept-language": language})
		require.Equal(t, want, string(got.body), "the forty days before are not of this period")
		require.True(t, strings.HasPrefix(got.Header.Get("Content-Type"), "text/csv"))
	}
	nothing := r.shows("/users/current/usage/file/calls?place=roaming", token, header{"accept-language": "en"})
	require.Equal(t, 1, strings.Count(string(nothing.body), "\r\n"), "the headings alone")
}
