package servertest

import (
	_ "embed"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/store/site"
)

//go:embed testdata/site.yaml
var SiteFile string

// DisableCache turns the cache of the process off, so that a test reads Redis and Postgres.
func DisableCache(o *server.Options) { o.CacheFor = time.Nanosecond }

// WithSite returns a rig with two plans on sale and the content of the file.
func WithSite(t *testing.T, changes ...func(*server.Options)) *Rig {
	t.Helper()
	r := New(t, changes...)
	r.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('all', 'All', 'الكل', 0)")
	for _, plan := range []string{"hawakom-90", "basic-25"} {
		r.Exec(`
			INSERT INTO plans (id, external_id, name_en, name_ar, description_en, price, subscription_type, category, validity_days, position, items)
			VALUES (?0, upper(?0), 'Plan', 'باقة', 'A month', 9000, 'prepaid', 'all', 30, 1,
				'[{"type": "data", "unit": "MB", "amount": 1024, "labelEn": "A gigabyte", "labelAr": "جيجابايت"}]')`, plan)
	}
	require.NoError(t, r.Store.Site.Load(t.Context(), site.File{Source: "test", By: "tester", File: SiteFile}))
	return r
}

func (r *Rig) Bulk(language string) gen.BulkConfiguration {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/configuration/bulk-initialize", "", Header{"Accept-Language": language})
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[gen.BulkConfiguration](r.T, got)
}
