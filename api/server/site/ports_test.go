package site_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/domain/calendar"
)

func TestOperators_List_LeavesOutOurs(t *testing.T) {
	r := servertest.New(t)
	_, err := r.DB.NewRaw(`INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES
		('stc', 'STC', 'إس تي سي', false, 0), ('selfcare', 'Selfcare', 'سيلف كير', true, 1)`).Exec(t.Context())
	require.NoError(t, err)
	got := servertest.Decoded[gen.ListOperators200JSONResponse](t, r.Call(http.MethodGet, "/api/lookup/operators", ""))
	require.Equal(t, []gen.Operator{{Key: "stc", Name: "STC"}}, got.Items)
	got = servertest.Decoded[gen.ListOperators200JSONResponse](t, r.Call(http.MethodGet, "/api/lookup/operators", "", servertest.Header{"Accept-Language": "ar"}))
	require.Equal(t, "إس تي سي", got.Items[0].Name)
}

func TestPortWindows_Days_AreWorkingDays(t *testing.T) {
	now := time.Date(2027, 3, 7, 20, 59, 0, 0, time.UTC) // a Sunday, a minute before midnight in Riyadh
	r := servertest.New(t, servertest.StandingAt(now))
	_, err := r.DB.NewRaw("INSERT INTO holidays (day, name_en, name_ar) SELECT date '2027-03-07' + n, 'Feast', 'عيد' FROM generate_series(0, 6) AS n").Exec(t.Context())
	require.NoError(t, err)
	got := servertest.Decoded[gen.ListPortWindows200JSONResponse](t, r.Call(http.MethodGet, "/api/lookup/port-windows", ""))
	require.Equal(t, 3, got.WorkingDays)
	require.False(t, got.AroundTheClock)
	require.NotEmpty(t, got.Items)
	require.Equal(t, "2027-03-14", got.Items[0].Date, "the first day after the holidays")
	for _, window := range got.Items {
		require.Equal(t, 8*time.Hour, window.Until.Sub(window.From))
		require.NotContains(t, []time.Weekday{time.Friday, time.Saturday}, window.From.Weekday())
	}
}

func TestPortWindows_AnyHour_OffersWorkingDays(t *testing.T) {
	r := servertest.New(t)
	_, err := r.DB.NewRaw(`INSERT INTO settings (key, value) VALUES ('portAroundTheClock', 'true')`).Exec(t.Context())
	require.NoError(t, err)
	got := servertest.Decoded[gen.ListPortWindows200JSONResponse](t, r.Call(http.MethodGet, "/api/lookup/port-windows", ""))
	require.True(t, got.AroundTheClock)
	require.NotEmpty(t, got.Items)
	for _, window := range got.Items {
		require.NotContains(t, []time.Weekday{time.Friday, time.Saturday}, window.From.In(calendar.Riyadh).Weekday(), "the clearing house refuses it")
	}
}

func TestPortInPlans_TakesNoPort_IsLeftOut(t *testing.T) {
	r := servertest.New(t)
	r.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('all', 'All', 'الكل', 0)")
	r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, takes_ported) VALUES
		('hawakom-90', 'HAWAKOM-90', 'Hawakom 90', 'هواكم 90', 9000, 'prepaid', 'all', 30, 0, true),
		('basic-25', 'BASIC-25', 'Basic 25', 'الأساسية 25', 2500, 'prepaid', 'all', 30, 1, false)`)
	got := servertest.Decoded[gen.ListMnpPlans200JSONResponse](t, r.Call(http.MethodGet, "/api/lookup/mnp-plans", ""))
	require.Len(t, got.Items, 1)
	require.Equal(t, "hawakom-90", got.Items[0].Id)
}
