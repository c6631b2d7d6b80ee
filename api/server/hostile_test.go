package server_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostile values meant to break a parser, a query, a page or a limit.
var hostile = []any{
	nil, true, -1, 1e300, 0.5,
	[]any{},
	map[string]any{},
	"", " ", "\x00", "\u202eevil", "\ufffd", "٠٥٧١٢٣٤٥٦٧",
	"'; DROP TABLE orders; --", `<script>alert(1)</script>`, "${jndi:ldap://x}", "../../etc/passwd", "%00%0d%0a",
	strings.Repeat("a", 50_000), strings.Repeat("٣", 3_000), nested(200),
}

func nested(depth int) any {
	var value any = "x"
	for range depth {
		value = map[string]any{"a": value}
	}
	return value
}

// requireCalm: whatever was sent, the answer is no failure of ours; r.call holds it against the contract.
func requireCalm(t *testing.T, got answer, sent string) {
	t.Helper()
	require.Less(t, got.StatusCode, http.StatusInternalServerError, "%.200s answered %s", sent, got.body)
}

func TestHostileBodiesNeverBreakTheServer(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.customer(mainLine, "prepaid")
	user, device := r.signIn(mainLine), r.device()
	shown := map[string]header{
		ofSupport: bearer(r.signedIn("support@selfcare.example", "support")), ofUser: bearer(user), ofDevice: bearer(device),
	}
	walk(t, func(id, method, path string, row sample) {
		if row.body == "" {
			return
		}
		path = "/api" + strings.NewReplacer("{id}", o.id, "{subscriptionId}", o.id, "{system}", "payment", "{provider}", "google").Replace(path)
		for _, body := range mutations(t, row.body) {
			headers := []header{withSession(o.session), shown[row.guard], freshKey(), row.versioned()}
			if id == "receiveWebhook" {
				requireCalm(t, r.report("payment", body), body)
				continue
			}
			requireCalm(t, r.call(method, path, body, headers...), body)
		}
	})
}

// mutations are the body with each of its fields, and itself, replaced by each hostile value.
func mutations(t *testing.T, body string) []string {
	t.Helper()
	var good map[string]any
	require.NoError(t, json.Unmarshal([]byte(body), &good))
	var bodies []string
	add := func(value any) {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		bodies = append(bodies, string(encoded))
	}
	for _, value := range hostile {
		add(value)
		for name := range good {
			changed := maps.Clone(good)
			changed[name] = value
			add(changed)
		}
	}
	return bodies
}

func TestHostileParametersNeverBreakTheServer(t *testing.T) {
	r := newRig(t)
	o := r.start()
	bearer := "Bearer " + r.signedIn("support@selfcare.example", "support")
	texts := slices.DeleteFunc(slices.Clone(hostile), func(value any) bool { _, ok := value.(string); return !ok })
	for _, value := range texts {
		text, ok := value.(string)
		require.True(t, ok)
		if len(text) > 1000 {
			text = text[:1000] // longer ones do not fit into a request line
		}
		for _, path := range []string{
			"/api/number-booking/numbers?contains=", "/api/number-booking/numbers?ends_with=", "/api/number-booking/numbers?similar_to=",
			"/api/number-booking/numbers?category=", "/api/plans?page=", "/api/plans?featured=", "/api/lookup/pickup-branches?city=",
			"/api/support/orders?q=", "/api/support/orders?stage=", "/api/support/audit?orderId=", "/api/plans?x=",
		} {
			requireCalm(t, r.call(http.MethodGet, path+url.QueryEscape(text), "", header{"Authorization": bearer}), path+text)
		}
		for _, path := range []string{"/api/orders/", "/api/webhooks/", "/api/"} {
			requireCalm(t, r.call(http.MethodGet, path+url.PathEscape(text), ""), path+text)
		}
		if strings.ContainsAny(text, "\x00\r\n") {
			continue // no header can carry it
		}
		for _, name := range []string{"x-sub-account", "X-Api-Version"} {
			got := r.call(http.MethodGet, "/api/users/current", "", header{"Authorization": bearer, name: text})
			requireCalm(t, got, name+": "+text)
		}
		for _, name := range []string{"X-Order-Session", "Last-Event-ID", "Accept-Language", "Authorization", "X-Forwarded-For"} {
			got := r.get(started{o.id, o.session}, "/timeline", header{name: text})
			requireCalm(t, got, name+": "+text)
		}
	}
}
