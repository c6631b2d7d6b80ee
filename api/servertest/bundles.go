package servertest

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/seed"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/imports"
	"selfcare/internal/store"
	importsstore "selfcare/internal/store/imports"
)

// WithBundles returns a rig with the bundles and offers of the development data.
func WithBundles(t *testing.T) *Rig {
	t.Helper()
	r := WithPlans(t)
	for _, kind := range []string{"bundles", "offers", "bundle-steps"} {
		file, err := seed.Lists.ReadFile("lists/" + kind + ".csv")
		require.NoError(t, err)
		r.Import(kind, string(file))
	}
	return r
}

func (r *Rig) BuyBundles(token, body string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/purchase/bundle", body, Bearer(token), FreshKey(), Header{"X-Api-Version": "v3"})
}

func (r *Rig) MustBuyBundles(token, body string) gen.Purchase {
	r.T.Helper()
	got := r.BuyBundles(token, body)
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return Decoded[gen.StartPurchaseAnswer](r.T, got).Data
}

func (r *Rig) Import(kind, text string) {
	r.T.Helper()
	list, err := imports.Open(imports.Kinds[kind], kind+".csv", bytes.NewReader([]byte(text)))
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.Import(r.T.Context(), func(_ *store.Tx, lists importsstore.Imports) error {
		_, err := lists.Run(r.T.Context(), list, imports.Kinds[kind], false)
		return err
	}))
}

// DayAhead returns the date in Riyadh so many days after today.
func DayAhead(days int) string {
	return time.Now().In(calendar.Riyadh).AddDate(0, 0, days).Format(time.DateOnly)
}

func LaterBundleBody(day string) string {
	return `{"bundles":[{"id":"net-saver-5"}],"options":{"activateLater":true,"effectiveDate":"` + day + `"},"pay":{"way":"balance"}}`
}
