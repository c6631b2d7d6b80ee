package rates_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func ratesRig(t *testing.T) *servertest.Rig {
	t.Helper()
	r := servertest.New(t)
	r.Exec("INSERT INTO countries VALUES ('TR', 'Türkiye', 'تركيا', '+90', 95, 35), ('EG', 'Egypt', 'مصر', '+20', 65, 35), ('AE', 'United Arab Emirates', 'الإمارات', '+971', 95, 30)")
	r.Exec(`INSERT INTO roaming_operators VALUES ('tr-vodafone', 'TR', 'Vodafone', false, 200, 350, 100, 75, 10), ('tr-turkcell', 'TR', 'Turkcell', true, 150, 300, 100, 50, 25),
		('eg-orange', 'EG', 'Orange', true, 150, 350, 150, 75, 35)`)
	return r
}

func TestRates_Countries_SortedByName(t *testing.T) {
	r := ratesRig(t)
	list := func(language string) (names []string) {
		got := r.Call(http.MethodGet, "/api/content/international_call_rates", "", servertest.Header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		all := servertest.Decoded[struct{ Data []gen.InternationalCallRate }](t, got).Data
		require.Contains(t, all, gen.InternationalCallRate{Country: "EG", Name: map[string]string{"en": "Egypt", "ar": "مصر"}[language], DialCode: "+20", Minute: 65, Sms: 35})
		for _, rate := range all {
			names = append(names, rate.Name)
		}
		return names
	}
	require.Equal(t, []string{"Egypt", "Türkiye", "United Arab Emirates"}, list("en"))
	require.Equal(t, []string{"الإمارات", "تركيا", "مصر"}, list("ar"))
	first := r.Call(http.MethodGet, "/api/content/international_call_rates", "")
	again := r.Call(http.MethodGet, "/api/content/international_call_rates", "", servertest.Header{"If-None-Match": first.Header.Get("ETag")})
	require.Equal(t, http.StatusNotModified, again.StatusCode)
}

func TestRoaming_Operators_PreferredComeFirst(t *testing.T) {
	r := ratesRig(t)
	all := servertest.Decoded[struct{ Data []gen.RoamingCountry }](t, r.Call(http.MethodGet, "/api/roaming/countries", "")).Data
	require.Len(t, all, 2, "without an operator there is no roaming")
	require.Equal(t, []string{"EG", "TR"}, []string{all[0].Country, all[1].Country})
	require.Equal(t, []gen.RoamingOperator{
		{Id: "tr-turkcell", Name: "Turkcell", Preferred: true, Local: 150, Home: 300, Taken: 100, Sms: 50, Megabyte: 25},
		{Id: "tr-vodafone", Name: "Vodafone", Local: 200, Home: 350, Taken: 100, Sms: 75, Megabyte: 10},
	}, all[1].Operators)
}

func TestRoaming_Stay_CheapestComesFirst(t *testing.T) {
	r := ratesRig(t)
	const path = "/api/roaming/countries/"
	got := r.Call(http.MethodGet, path+"TR/estimate?days=7&local=10&home=5&taken=2&messages=3&megabytes=100", "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	found := servertest.Decoded[struct{ Data gen.RoamingEstimate }](t, got).Data
	require.Equal(t, []any{"TR", 7, "tr-vodafone"}, []any{found.Country, found.Days, found.Operators[0].Id})
	require.EqualValues(t, 7*5175, found.Operators[0].Total)
	require.EqualValues(t, 7*5850, found.Operators[1].Total)
	servertest.RequireRefused(t, r.Call(http.MethodGet, path+"AE/estimate?days=7", ""), contract.FailCountryUnserved)
	for _, wrong := range []string{"TR/estimate", "TR/estimate?days=0", "TR/estimate?days=91", "TR/estimate?days=7&local=1441", "TR/estimate?days=7&megabytes=-1", "turkey/estimate?days=7", "T%2FR/estimate?days=7"} {
		status := r.Call(http.MethodGet, path+wrong, "").StatusCode
		require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity}, status, wrong)
	}
}

func TestRoaming_Country_HasRatesAndBundles(t *testing.T) {
	r := ratesRig(t)
	head := "id,category,name_en,name_ar,description_en,description_ar,roaming_mb,roaming_minutes,validity_days,price,subscriptions,starts_at,ends_at,position\n"
	row := func(id, gives, ends string) string {
		return id + ",int-pass," + id + ",سفر,Abroad,سفر," + gives + ",prepaid postpaid,2026-01-01," + ends + ",1\n"
	}
	r.Import("bundles", head+row("travel-2", "2048,30,7,90", "")+row("travel-9", "9216,300,30,200", "")+row("ended", "9216,300,30,10", "2026-01-02"))
	r.Import("bundle-countries", "id,bundle,country\na-1,travel-2,TR\na-2,travel-9,TR\na-3,ended,TR\na-4,travel-2,EG\n")
	ids := func(found []gen.Bundle) (ids []string) {
		for _, b := range found {
			ids = append(ids, b.Id)
		}
		return ids
	}
	all := servertest.Decoded[struct{ Data []gen.RoamingCountry }](t, r.Call(http.MethodGet, "/api/roaming/countries", "")).Data
	require.Equal(t, [][]string{{"travel-2"}, {"travel-2", "travel-9"}}, [][]string{ids(all[0].Bundles), ids(all[1].Bundles)})
	require.EqualValues(t, 10_350, all[0].Bundles[0].Total, "prices include VAT like the rates")
	for query, want := range map[string][]string{
		"TR/estimate?days=7&home=2&taken=2&megabytes=200":  {"1 travel-2 10350", "1 travel-9 23000"},
		"TR/estimate?days=7&home=5&megabytes=200":          {"2 travel-2 20700", "1 travel-9 23000"},
		"TR/estimate?days=15&megabytes=1":                  {"1 travel-9 23000", "3 travel-2 31050"},
		"TR/estimate?days=31&megabytes=1":                  {"2 travel-9 46000", "5 travel-2 51750"},
		"EG/estimate?days=7&local=10&home=10&taken=5":      nil,
		"EG/estimate?days=7&local=1&home=1&taken=2":        {"1 travel-2 10350"},
		"TR/estimate?days=7&messages=100&megabytes=100000": nil,
	} {
		got := r.Call(http.MethodGet, "/api/roaming/countries/"+query, "")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		var passes []string
		for _, p := range servertest.Decoded[struct{ Data gen.RoamingEstimate }](t, got).Data.Passes {
			passes = append(passes, fmt.Sprint(p.Times, " ", p.Bundle.Id, " ", p.Total))
		}
		require.Equal(t, want, passes, query)
	}
}
