package server_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/activities/bill"
	"selfcare/activities/deactivation"
	"selfcare/activities/ending"
	lineacts "selfcare/activities/line"
	"selfcare/activities/portout"
	"selfcare/activities/purchase"
	"selfcare/activities/subscription"
	"selfcare/activities/ticket"
	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/server/site"
	"selfcare/dev/testkit"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	contractticket "selfcare/internal/contract/ticket"
	"selfcare/internal/flow"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// rig is the server on a real database and a real Redis protocol; only the workflows are played.
type rig struct {
	t         testing.TB
	url       string
	app       *fiber.App
	db        *bun.DB      // as its owner, past all rules
	store     *store.Store // with the rights of the application
	flow      *fakeFlow
	notices   *fakeNotices
	social    *fakeSocial
	topUps    *fakeTopUps
	passwords *fakePasswords
	lines     *fakeLines
	refunds   *fakeRefunds
	purchases *fakePurchases
	plans     *fakePlans
	endings   *fakeEndings
	tickets   *fakeTickets
	proofs    *fakeProofs
	portOuts  *fakePortOuts
	banked    *fakeBills
	redis     *miniredis.Miniredis
	cache     *cache.Cache
	options   server.Options

	sameKey string // of the next requests; each has its own where not set

	devicesMu sync.Mutex
	devices   map[string]string // the session of the device that sent a key
}

// key is the repeat key of the next request.
func (r *rig) key() header {
	if r.sameKey != "" {
		return withKey(r.sameKey)
	}
	return freshKey()
}

func testRing(t testing.TB) *seal.Keys {
	t.Helper()
	keys, err := seal.Parse(testkit.SeededRing())
	require.NoError(t, err)
	return keys
}

// newSeededRig is the server on a database with the development data.
func newSeededRig(t testing.TB, changes ...func(*server.Options)) *rig {
	t.Helper()
	url, keys := testkit.SeededURL(t)
	return rigOn(t, url, keys, changes...)
}

func newRig(t testing.TB, changes ...func(*server.Options)) *rig {
	t.Helper()
	return rigOn(t, testkit.PostgresURL(t), testRing(t), changes...)
}

// rigOn is the server on a database of ours, with the keys of its encrypted columns.
func rigOn(t testing.TB, url string, keys *seal.Keys, changes ...func(*server.Options)) *rig {
	t.Helper()
	runBesideOthers(t)
	db, err := pool.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	served, err := pool.Open(t.Context(), testkit.AsApplication(t, url))
	require.NoError(t, err)
	t.Cleanup(func() { _ = served.Close() })
	r := &rig{t: t, url: url, db: db, store: store.New(served, keys), redis: miniredis.RunT(t)}
	r.passwords = &fakePasswords{}
	r.flow, r.notices, r.social = &fakeFlow{store: r.store}, &fakeNotices{}, &fakeSocial{}
	r.topUps = &fakeTopUps{offer: servedIndia()}
	r.lines, r.refunds = &fakeLines{books: lineacts.New(r.store)}, &fakeRefunds{store: r.store}
	r.purchases = &fakePurchases{bank: contract.PaymentPaid, books: purchase.New(r.store), db: r.store.Purchases, plans: r.store}
	r.plans = &fakePlans{subscription.New(r.store), r.purchases}
	r.endings = &fakeEndings{books: deactivation.New(r.store), ending: ending.New(r.store), now: map[string]contract.Deactivation{}}
	r.tickets = &fakeTickets{books: ticket.New(r.store), now: map[string]contractticket.Ticket{}, files: r.store.Files, finds: contractticket.Clean}
	r.proofs = &fakeProofs{books: subscription.NewProven(r.store.Identities, r.store.PlanSubscriptions, r.plans)}
	r.banked = &fakeBills{books: bill.New(r.store)}
	r.portOuts = &fakePortOuts{books: portout.New(r.store), db: r.store.PortOuts}
	notices, err := cache.Open("redis://" + r.redis.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = notices.Close() })
	r.cache = notices
	r.options = server.Options{
		Store: r.store, Orders: r.flow, Notices: r.notices, Social: r.social, TopUps: r.topUps, Lines: r.lines, SetLines: r.lines, Refunds: r.refunds, Purchases: r.purchases, Plans: r.plans, Switches: r.plans, Rests: r.plans, Proofs: r.proofs, Endings: r.endings, Tickets: r.tickets, Scanned: true, PortOuts: r.portOuts, Bills: r.banked, Bulks: noBulks{}, Attempts: &fakeAttempts{standing: flow.StandingRunning}, Cache: notices,
		Pepper: bytes.Repeat([]byte("p"), 32), PublicURL: "https://selfcare.example",
		Widget:         site.Widget{URL: "https://pay.example/payment/fields", PublishableKey: "pk_test"},
		WebhookSecrets: map[string]string{"payment": "secret-p", "identity": "secret-i", "courier": "secret-c", "esim": "secret-e", "portability": "secret-n", "network": "secret-u", "sadad": "secret-s"},
		Passwords:      r.passwords,
		Log:            slog.New(slog.NewTextHandler(testLog{t}, nil)),
		Metrics:        metrics.New(),
	}
	for _, change := range changes {
		change(&r.options)
	}
	r.app, err = server.New(r.options)
	require.NoError(t, err)
	return r
}

var beside sync.Map // tests that run beside others

// runBesideOthers makes a test with a server and a database of its own run in parallel. A test may have several servers.
func runBesideOthers(t testing.TB) {
	if test, is := t.(*testing.T); is {
		if _, already := beside.LoadOrStore(test, true); !already {
			test.Parallel()
		}
	}
}

// runAlone keeps a test out of that: it measures the database server, which all tests of the package share.
func runAlone(t *testing.T) { beside.Store(t, true) }

// trusting believes X-Forwarded-For of the test client, so that a test can come from many addresses.
func trusting(o *server.Options) { o.TrustedProxies = []string{"0.0.0.0"} }

type testLog struct{ t testing.TB }

func (l testLog) Write(line []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(line)))
	return len(line), nil
}

// answer is a response, read and held against the contract.
type answer struct {
	*http.Response
	body []byte
}

func (a answer) problem(t testing.TB) gen.Problem {
	t.Helper()
	return decoded[gen.Problem](t, a)
}

func decoded[T any](t testing.TB, a answer) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal(a.body, &value), string(a.body))
	return value
}

type header map[string]string

// call sends a request; body is JSON as text, or nothing.
func (r *rig) call(method, path, body string, headers ...header) answer {
	r.t.Helper()
	request := r.request(method, path, body, headers...)
	r.fromADevice(request)
	return r.answered(request)
}

func (r *rig) request(method, path, body string, headers ...header) *http.Request {
	r.t.Helper()
	request := httptest.NewRequestWithContext(r.t.Context(), method, "http://selfcare.example"+path, strings.NewReader(body))
	request.Header.Set("Accept-Language", "en")
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, set := range headers {
		for name, value := range set {
			request.Header.Set(name, value)
		}
	}
	return request
}

// fromADevice shows a device's session where an order is started, as every browser does: one for each key.
func (r *rig) fromADevice(request *http.Request) {
	r.t.Helper()
	_, shown := request.Header["Authorization"]
	if shown || request.Method != http.MethodPost || request.URL.Path != "/api/orders" {
		return
	}
	r.devicesMu.Lock()
	defer r.devicesMu.Unlock()
	key := request.Header.Get("Idempotency-Key")
	if r.devices == nil {
		r.devices = map[string]string{}
	}
	if r.devices[key] == "" {
		r.devices[key] = r.freshDevice()
	}
	request.Header.Set("Authorization", "Bearer "+r.devices[key])
}

func (r *rig) answered(request *http.Request) answer {
	r.t.Helper()
	sent := sentWith(r.t, request)
	response, err := r.app.Test(request, fiber.TestConfig{}) // without an end of its own: how busy a machine is decides nothing
	require.NoError(r.t, err)
	got := r.read(request, response)
	recordExample(r.t, request, sent, got)
	return got
}

func (r *rig) read(request *http.Request, response *http.Response) answer {
	r.t.Helper()
	defer func() { require.NoError(r.t, response.Body.Close()) }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(r.t, err)
	got := answer{response, raw}
	if strings.HasPrefix(request.URL.Path, "/api/") {
		requireContract(r.t, request, got)
	}
	return got
}

func withKey(key string) header { return header{"Idempotency-Key": key} }

func withSession(session string) header { return header{"X-Order-Session": session} }

func freshKey() header { return withKey(uuid.NewString()) }

// started is an order in the store with the session of its customer.
type started struct {
	id      string
	session string
}

const startSIM = `{"kind":"sim","numberSource":"new"}`

func (r *rig) start() started {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/orders", startSIM, freshKey())
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	body := decoded[struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}](r.t, got)
	return started{body.Order.Id, body.OrderSessionID}
}

func (r *rig) get(o started, path string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodGet, "/api/orders/"+o.id+path, "", append([]header{withSession(o.session)}, headers...)...)
}

var drawn = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|SC\d{8}|20\d\d-\d\d-\d\dT[\d:.]+Z`)

// withoutDrawn is an answer without ids, order numbers and moments of these years: any four digits turn up in one of them now and then.
func withoutDrawn(got answer) string { return drawn.ReplaceAllString(string(got.body), "") }

func basic(login, password string) header {
	return header{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(login+":"+password))}
}

func requireRefused(t testing.TB, got answer, code contract.Code) gen.Problem {
	t.Helper()
	problem := got.problem(t)
	require.Equal(t, string(code), problem.MessageKey, string(got.body))
	require.Equal(t, contract.Catalogue[code].Status, got.StatusCode)
	require.Equal(t, contract.Catalogue[code].Number, problem.Code)
	require.NotEmpty(t, problem.Message)
	require.NotEmpty(t, problem.TraceId)
	if problem.Fields != nil {
		for _, worded := range *problem.Fields {
			require.NotContains(t, worded, "{", "what it names is filled in")
		}
	}
	return problem
}
