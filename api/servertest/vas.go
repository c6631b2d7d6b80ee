package servertest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const ServicesPath = "/api/vas-services/"

// SellServices puts seven services of two pages on sale.
func (r *Rig) SellServices() {
	r.T.Helper()
	r.Exec("INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 1), ('faith', 'special_services', 'Faith', 'إسلاميات', 0), ('music', 'entertainment', 'Music', 'الموسيقى', 0) ON CONFLICT DO NOTHING")
	for i, id := range []string{"verses", "prayer-times", "daily-news", "market", "weather", "kingdom", "tunes", "withdrawn"} {
		category := map[bool]string{true: "faith", false: "news"}[i < 2]
		if id == "tunes" {
			category = "music"
		}
		r.Exec(`INSERT INTO services VALUES (?, ?, ?, 'خدمة', 'What it is', 'ما هي', ?, 150, 70, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
			id, category, id, id, map[bool]string{true: "{app}", false: "{web,app}"}[id == "market"], id != "withdrawn", i)
	}
}

func (r *Rig) OpenServices(token, slugAndQuery string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodGet, ServicesPath+"pages/"+slugAndQuery, "", append(headers, Bearer(token), V3)...)
}

func (r *Rig) MustOpenServices(token, slugAndQuery string, headers ...Header) gen.VasPage {
	r.T.Helper()
	got := r.OpenServices(token, slugAndQuery, headers...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data gen.VasPage }](r.T, got).Data
}

// ServiceCode requests the code of a subscription and returns it.
func (r *Rig) ServiceCode(token, id string) string {
	r.T.Helper()
	r.Redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.Call(http.MethodPost, ServicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), Bearer(token), V3)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

func (r *Rig) Subscribe(token, id, code string, headers ...Header) Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"id":%q,"otp":%q}`, id, code)
	return r.Call(http.MethodPost, ServicesPath+"subscribe", body, append([]Header{Bearer(token), V3, FreshKey()}, headers...)...)
}

func (r *Rig) MustSubscribe(token, id string) gen.Purchase {
	r.T.Helper()
	got := r.Subscribe(token, id, r.ServiceCode(token, id))
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data gen.Purchase }](r.T, got).Data
}

func (r *Rig) Unsubscribe(token, id string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, ServicesPath+"unsubscribe", fmt.Sprintf(`{"id":%q}`, id), Bearer(token), V3, FreshKey())
}

func ServicesRig(t *testing.T, balance contract.Halalas) (*Rig, string) {
	t.Helper()
	r := New(t)
	r.Customer(MainLine, "prepaid")
	if balance > 0 {
		r.CreditBalance(MainLine, balance)
	}
	r.SellServices()
	return r, r.SignIn(MainLine)
}
