package server_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// tooLarge lists values that no body may have: the server refuses the first by its size, the contract the second.
var tooLarge = []string{strings.Repeat("a", 1<<20), strings.Repeat("٣", 40_000)}

// tooLargeFor returns the values too large for an operation; usage batches and uploads have higher limits.
func tooLargeFor(id string) []string {
	if id == "receiveUsage" {
		return []string{tooLarge[0], strings.Repeat("٣", 132_000)}
	}
	if id == "stopOffers" { // a form, which is read no further than its field
		return tooLarge[:1]
	}
	if id == "uploadAttachment" || id == "uploadCaseAttachment" {
		return []string{strings.Repeat("a", 8<<20)}
	}
	return tooLarge
}

func TestTooLarge_AnyField_IsRefused(t *testing.T) {
	testkit.Nightly(t, "requests")
	r := servertest.WithSite(t, func(o *server.Options) { o.Log = slog.New(slog.DiscardHandler) }) // the log would contain each large value
	o := r.Start()
	r.Customer(servertest.MainLine, "prepaid")
	shown := map[string]servertest.Header{
		ofSupport: servertest.Bearer(r.SignedIn("support@selfcare.example", "support")), ofUser: servertest.Bearer(r.SignIn(servertest.MainLine)), ofDevice: servertest.Bearer(r.Device()),
	}
	pipe := r.Pipe()
	before, updates, signals := everything(r), r.Flow.SentUpdates(), r.Flow.SentSignals()
	operations := 0
	walk(t, func(id, method, address string, row sample) {
		if row.body == "" {
			return
		}
		operations++
		target, guards := "/api"+filled(address, o.ID), []servertest.Header{servertest.WithSession(o.Session), shown[row.guard], servertest.FreshKey(), row.versioned()}
		for _, value := range tooLargeFor(id) {
			for _, body := range with(t, row.body, value) {
				if system, is := callBacks[id]; is {
					port, _, _ := strings.Cut(system, "/")
					guards = []servertest.Header{servertest.SignedBy(port, body)}
				}
				got := pipe.Sent(method, target, body, guards...)
				require.Equal(t, http.StatusRequestEntityTooLarge, got.StatusCode, "%s: %.200s", id, got.Body)
				servertest.RequireRefused(t, got, contract.FailTooLarge)
			}
		}
	})
	require.Greater(t, operations, 40)
	require.Equal(t, before, everything(r))
	require.Equal(t, updates, r.Flow.SentUpdates())
	require.Equal(t, signals, r.Flow.SentSignals())
}

// with returns copies of a body: in each, one member at any depth or the whole body is replaced by a value; in a form, a field.
func with(t *testing.T, body string, value any) (bodies []string) {
	t.Helper()
	if form, err := url.ParseQuery(body); err == nil && !json.Valid([]byte(body)) {
		for name := range form {
			bodies = append(bodies, url.Values{name: {fmt.Sprint(value)}}.Encode())
		}
		require.NotEmpty(t, bodies)
		return bodies
	}
	var good any
	require.NoError(t, json.Unmarshal([]byte(body), &good))
	for _, changed := range replacements(good, value) {
		encoded, err := json.Marshal(changed)
		require.NoError(t, err)
		bodies = append(bodies, string(encoded))
	}
	return bodies
}

// everything returns a checksum of each table, which any write changes.
func everything(r *servertest.Rig) map[string]string {
	r.T.Helper()
	var tables []string
	require.NoError(r.T, r.DB.NewRaw("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").Scan(r.T.Context(), &tables))
	require.Contains(r.T, tables, "orders")
	sums := map[string]string{}
	for _, table := range tables {
		var sum string
		require.NoError(r.T, r.DB.NewRaw("SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM ? AS t", bun.Ident(table)).
			Scan(r.T.Context(), &sum))
		sums[table] = sum
	}
	return sums
}
