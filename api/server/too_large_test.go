package server_test

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/valyala/fasthttp/fasthttputil"

	"selfcare/api/server"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// tooLarge are values that fit into no body: the server itself does not take in the one, the contract does not the other.
var tooLarge = []string{strings.Repeat("a", 1<<20), strings.Repeat("٣", 40_000)}

// tooLargeFor also goes by the larger body of a batch.
func tooLargeFor(id string) []string {
	if id == "receiveUsage" {
		return []string{tooLarge[0], strings.Repeat("٣", 132_000)}
	}
	if id == "uploadAttachment" || id == "uploadCaseAttachment" {
		return []string{strings.Repeat("a", 8<<20)}
	}
	return tooLarge
}

func TestAMegabyteInAnyFieldIsRefusedAndNothingIsWritten(t *testing.T) {
	testkit.Nightly(t, "requests")
	r := withSite(t, func(o *server.Options) { o.Log = slog.New(slog.DiscardHandler) }) // it would log what it was sent
	o := r.start()
	r.customer(mainLine, "prepaid")
	shown := map[string]header{
		ofSupport: bearer(r.signedIn("support@selfcare.example", "support")), ofUser: bearer(r.signIn(mainLine)), ofDevice: bearer(r.device()),
	}
	pipe := r.pipe()
	before, updates, signals := r.everything(), r.flow.sentUpdates(), r.flow.sentSignals()
	operations := 0
	walk(t, func(id, method, address string, row sample) {
		if row.body == "" {
			return
		}
		operations++
		target, guards := "/api"+filled(address, o.id), []header{withSession(o.session), shown[row.guard], freshKey(), row.versioned()}
		for _, value := range tooLargeFor(id) {
			for _, body := range with(t, row.body, value) {
				if system, is := callBacks[id]; is {
					guards = []header{signature(r.options.WebhookSecrets[path.Base(system)], body, time.Now())}
				}
				got := pipe.sent(method, target, body, guards...)
				require.Equal(t, http.StatusRequestEntityTooLarge, got.StatusCode, "%s: %.200s", id, got.body)
				requireRefused(t, got, contract.FailTooLarge)
			}
		}
	})
	require.Greater(t, operations, 40)
	require.Equal(t, before, r.everything())
	require.Equal(t, updates, r.flow.sentUpdates())
	require.Equal(t, signals, r.flow.sentSignals())
}

// pipe is a way to the server that, unlike a network, still hands over the answer to a body that was cut off.
type pipe struct {
	*rig
	listener *fasthttputil.InmemoryListener
}

func (r *rig) pipe() pipe {
	r.t.Helper()
	listener := fasthttputil.NewInmemoryListener()
	r.serve(listener)
	return pipe{r, listener}
}

func (p pipe) sent(method, path, body string, headers ...header) answer {
	p.t.Helper()
	request := p.request(method, path, body, headers...)
	conn, err := p.listener.Dial()
	require.NoError(p.t, err)
	defer func() { _ = conn.Close() }()
	go func() { _ = request.Write(conn) }() // the server need not hear all of it
	response, err := http.ReadResponse(bufio.NewReader(conn), request)
	require.NoError(p.t, err)
	return p.read(request, response)
}

// with are a body with each of its members at any depth, and itself, replaced by a value.
func with(t *testing.T, body string, value any) (bodies []string) {
	t.Helper()
	var good any
	require.NoError(t, json.Unmarshal([]byte(body), &good))
	for _, changed := range replacements(good, value) {
		encoded, err := json.Marshal(changed)
		require.NoError(t, err)
		bodies = append(bodies, string(encoded))
	}
	return bodies
}

// everything is a checksum of each table: another one after any write.
func (r *rig) everything() map[string]string {
	r.t.Helper()
	var tables []string
	require.NoError(r.t, r.db.NewRaw("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").Scan(r.t.Context(), &tables))
	require.Contains(r.t, tables, "orders")
	sums := map[string]string{}
	for _, table := range tables {
		var sum string
		require.NoError(r.t, r.db.NewRaw("SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM ? AS t", bun.Ident(table)).
			Scan(r.t.Context(), &sum))
		sums[table] = sum
	}
	return sums
}
