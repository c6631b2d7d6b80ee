package server_test

import (
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/dev/testkit"
)

// hostile values are meant to break a parser, a query, a page or a limit.
var hostile = []any{
	nil, true, -1, 1e300, 0.5, 9_007_199_254_740_993,
	[]any{},
	map[string]any{},
	map[string]any{"__proto__": map[string]any{"admin": true}},
	"", " ", "\x00", "\r\nSet-Cookie: a=b", "\u202eevil", "\u200b", "\ufffd", "\U0010ffff", "٠٥٧١٢٣٤٥٦٧",
	"'; DROP TABLE orders; --", "' OR '1'='1", "1) UNION SELECT password FROM users --",
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "javascript:alert(1)", "${jndi:ldap://x}", "$(id)",
	"../../etc/passwd", "%00%0d%0a", "%s%s%n", "1e999", "2026-02-30",
	strings.Repeat("a", 50_000), strings.Repeat("٣", 3_000), strings.Repeat("[", 9_000), nested(200),
}

func nested(depth int) any {
	var value any = "x"
	for range depth {
		value = map[string]any{"a": value}
	}
	return value
}

// requireCalm accepts any answer except a server failure; r.Call checks it against the contract.
func requireCalm(t *testing.T, got servertest.Answer, sent string) {
	t.Helper()
	require.Less(t, got.StatusCode, http.StatusInternalServerError, "%.200s answered %s", sent, got.Body)
}

// callBacks lists the operations that partners call, each with one partner.
var callBacks = map[string]string{"receiveWebhook": "payment", "receiveUsage": "network", "receiveSadadPayment": "sadad", "enquireBill": "sadad/bills"}

// hostileRequests is the number of hostile requests that a run sends.
const hostileRequests = 20_000

func TestHostileInput_EachField_IsAnswered(t *testing.T) {
	testkit.Nightly(t, "requests")
	r := servertest.WithSite(t, func(o *server.Options) { o.Log = slog.New(slog.DiscardHandler) }) // one line for each request would be too long for the report
	o := r.Start()
	r.Customer(servertest.MainLine, "prepaid")
	shown := map[string]servertest.Header{
		ofSupport: servertest.Bearer(r.SignedIn("support@selfcare.example", "support")), ofUser: servertest.Bearer(r.SignIn(servertest.MainLine)), ofDevice: servertest.Bearer(r.Device()),
	}
	sent := 0
	walk(t, func(id, method, path string, row sample) {
		credentials := []servertest.Header{servertest.WithSession(o.Session), shown[row.guard], servertest.FreshKey(), row.versioned()}
		if system, is := callBacks[id]; is {
			for _, body := range mutations(t, row.body) {
				requireCalm(t, r.Report(system, body), body)
				sent++
			}
			return
		}
		for _, body := range mutations(t, row.body) {
			requireCalm(t, r.Call(method, "/api"+filled(path, o.ID), body, append(credentials, servertest.FreshKey())...), id+" "+body)
			sent++
		}
		if id == "streamOrderEvents" || id == "endOrderSession" { // the stream stays open; the other ends the session that others need
			return
		}
		inputs := parametersOf(t, method, path)
		if row.body == "" {
			inputs = append(inputs, everywhere...)
		}
		for _, input := range inputs {
			for _, text := range hostileTexts() {
				address, set, fits := input.filled(path, text)
				if !fits {
					continue
				}
				got := r.Call(method, "/api"+filled(address, o.ID), row.body, append(credentials, set)...)
				requireCalm(t, got, id+" "+input.In+" "+input.Name+": "+text)
				sent++
			}
		}
	})
	t.Logf("%d requests", sent)
	require.GreaterOrEqual(t, sent, hostileRequests)
}

// mutations returns copies of a body, each with one hostile value in one place.
func mutations(t *testing.T, body string) (bodies []string) {
	t.Helper()
	if body == "" {
		return nil
	}
	for _, value := range hostile {
		bodies = append(bodies, with(t, body, value)...)
	}
	return bodies
}

// replacements returns copies of a value in which the whole or one part is replaced.
func replacements(in, other any) []any {
	all := []any{other}
	members, ok := in.(map[string]any)
	if !ok {
		return all
	}
	for name, member := range members {
		for _, changed := range replacements(member, other) {
			with := maps.Clone(members)
			with[name] = changed
			all = append(all, with)
		}
	}
	unknown := maps.Clone(members)
	unknown["unknown"] = other
	return append(all, unknown)
}

// parameter is a request parameter that the contract or a middleware reads.
type parameter struct{ In, Name string }

// everywhere lists the parameters of every operation.
var everywhere = []parameter{
	{"header", "Authorization"},
	{"header", "Accept-Language"},
	{"header", "X-Forwarded-For"},
	{"header", "x-sub-account"},
	{"header", "X-Api-Version"},
	{"header", "X-Order-Session"},
	{"header", "Idempotency-Key"},
	{"query", "unknown"},
}

func parametersOf(t *testing.T, method, path string) []parameter {
	t.Helper()
	document, err := gen.GetSpec()
	require.NoError(t, err)
	item := document.Paths.Value(path)
	var all []parameter
	for _, p := range append(slices.Clone(item.Parameters), item.GetOperation(method).Parameters...) {
		all = append(all, parameter{p.Value.In, p.Value.Name})
	}
	return all
}

// filled returns path and header with a text as the parameter. Some texts fit into no request line or header.
func (p parameter) filled(path, text string) (address string, set servertest.Header, fits bool) {
	switch p.In {
	case "path":
		return strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(text)), nil, text != "" && !strings.HasPrefix(text, ".")
	case "query":
		return path + "?" + url.Values{p.Name: {text}}.Encode(), nil, true
	default:
		return path, servertest.Header{p.Name: text}, !strings.ContainsAny(text, "\x00\r\n")
	}
}

func hostileTexts() (texts []string) {
	for _, value := range hostile {
		if text, ok := value.(string); ok {
			texts = append(texts, text[:min(len(text), 1000)]) // longer ones do not fit into a request line
		}
	}
	return texts
}
