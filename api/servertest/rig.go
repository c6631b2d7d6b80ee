// Package servertest has the shared parts of server tests: the server on a real database with fake workflows, a client
// that checks each answer against the contract, and fixtures. Only tests import it.
package servertest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
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
	"selfcare/internal/flow"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// Rig is the server on a real database and a real Redis protocol; only the workflows are fakes.
type Rig struct {
	T         testing.TB
	URL       string
	App       *fiber.App
	DB        *bun.DB      // connects as the owner of the database, without row rules
	Store     *store.Store // with the rights of the application
	Flow      *FakeFlow
	Notices   *FakeNotices
	Social    *FakeSocial
	TopUps    *FakeTopUps
	Labels    *FakeLabels
	Addresses *FakeAddresses
	Passwords *FakePasswords
	Lines     *FakeLines
	Refunds   *FakeRefunds
	Purchases *FakePurchases
	Plans     *FakePlans
	Endings   *FakeEndings
	Tickets   *FakeTickets
	Proofs    *FakeProofs
	PortOuts  *FakePortOuts
	Banked    *FakeBills
	Redis     *miniredis.Miniredis
	Cache     *cache.Cache
	Options   server.Options

	SameKey string // Idempotency-Key of the next requests; empty means a new one for each

	devicesMu sync.Mutex
	served    *bun.DB           // of the store
	devices   map[string]string // device session by the Idempotency-Key that was sent
}

// Key returns the Idempotency-Key of the next request.
func (r *Rig) Key() Header {
	if r.SameKey != "" {
		return WithKey(r.SameKey)
	}
	return FreshKey()
}

func Ring(t testing.TB) *seal.Keys {
	t.Helper()
	keys, err := seal.Parse(testkit.SeededRing())
	require.NoError(t, err)
	return keys
}

// NewSeeded starts the server on a database with the development data.
func NewSeeded(t testing.TB, changes ...func(*server.Options)) *Rig {
	t.Helper()
	url, keys := testkit.SeededURL(t)
	return On(t, url, keys, changes...)
}

func New(t testing.TB, changes ...func(*server.Options)) *Rig {
	t.Helper()
	return On(t, testkit.PostgresURL(t), Ring(t), changes...)
}

// Disconnect frees the connections of a rig that another one replaces before the test ends.
func (r *Rig) Disconnect() {
	r.T.Helper()
	require.NoError(r.T, r.served.Close())
	require.NoError(r.T, r.DB.Close())
}

// On starts the server on the given database, with the keys of its encrypted columns.
func On(t testing.TB, url string, keys *seal.Keys, changes ...func(*server.Options)) *Rig {
	t.Helper()
	runBesideOthers(t)
	db, err := pool.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	served, err := pool.Open(t.Context(), testkit.AsApplication(t, url))
	require.NoError(t, err)
	t.Cleanup(func() { _ = served.Close() })
	r := &Rig{T: t, URL: url, DB: db, served: served, Store: store.New(served, keys), Redis: miniredis.RunT(t)}
	r.Passwords = &FakePasswords{}
	r.Flow, r.Notices, r.Social = &FakeFlow{Store: r.Store}, &FakeNotices{}, &FakeSocial{}
	r.TopUps = &FakeTopUps{offer: ServedIndia()}
	r.Labels, r.Addresses = &FakeLabels{}, &FakeAddresses{}
	r.Lines, r.Refunds = &FakeLines{Books: lineacts.New(r.Store)}, &FakeRefunds{store: r.Store}
	r.Purchases = &FakePurchases{Bank: contract.PaymentPaid, Books: purchase.New(r.Store), db: r.Store.Purchases, plans: r.Store}
	r.Plans = &FakePlans{subscription.New(r.Store), r.Purchases}
	r.Endings = &FakeEndings{Books: deactivation.New(r.Store), ending: ending.New(r.Store), Now: map[string]contract.Deactivation{}}
	r.Tickets = &FakeTickets{books: ticket.New(r.Store), Now: map[string]contract.Ticket{}, files: r.Store.Files, Finds: contract.AttachmentClean}
	r.Proofs = &FakeProofs{Books: ProofBooks{subscription.NewProofs(r.Store.Identities), subscription.NewProven(r.Store.PlanSubscriptions, r.Plans)}}
	r.Banked = &FakeBills{books: bill.New(r.Store)}
	r.PortOuts = &FakePortOuts{Books: portout.New(r.Store), db: r.Store.PortOuts}
	notices, err := cache.Open("redis://" + r.Redis.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = notices.Close() })
	r.Cache = notices
	receivers, err := partners.Receivers(callBackSettings(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	r.Options = server.Options{
		Store: r.Store, Orders: r.Flow, Notices: r.Notices, Social: r.Social, TopUps: r.TopUps, Labels: r.Labels, Addresses: r.Addresses, Lines: r.Lines, SetLines: r.Lines, Refunds: r.Refunds, Purchases: r.Purchases, Plans: r.Plans, Switches: r.Plans, Suspensions: r.Plans, Proofs: r.Proofs, Endings: r.Endings, Tickets: r.Tickets, Scanned: true, PortOuts: r.PortOuts, Bills: r.Banked, Bulks: noBulks{}, Attempts: &FakeAttempts{Standing: flow.StandingRunning}, Cache: notices,
		Pepper: bytes.Repeat([]byte("p"), 32), PublicURL: "https://selfcare.example",
		Widget:         site.Widget{URL: "https://pay.example/payment/fields", PublishableKey: "pk_test"},
		WebhookSecrets: partners.Secrets(callBackSettings()),
		CallBacks:      receivers,
		Passwords:      r.Passwords,
		Log:            slog.New(slog.NewTextHandler(testLog{t}, nil)),
		Metrics:        metrics.New(),
	}
	for _, change := range changes {
		change(&r.Options)
	}
	r.App, err = server.New(r.Options)
	require.NoError(t, err)
	return r
}

var beside sync.Map // tests that run in parallel

// runBesideOthers makes a test with its own server and database run in parallel. A test may have several servers.
func runBesideOthers(t testing.TB) {
	if test, is := t.(*testing.T); is {
		if _, already := beside.LoadOrStore(test, true); !already {
			test.Parallel()
		}
	}
}

// RunAlone keeps a test from running in parallel, because it measures the shared database server.
func RunAlone(t *testing.T) { beside.Store(t, true) }

// TrustProxies accepts X-Forwarded-For from the test client, so that a test can use many addresses.
func TrustProxies(o *server.Options) { o.TrustedProxies = []string{"0.0.0.0"} }

type testLog struct{ t testing.TB }

func (l testLog) Write(line []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(line)))
	return len(line), nil
}

// Answer is a response that was read and checked against the contract.
type Answer struct {
	*http.Response
	Body []byte
}

func (a Answer) Problem(t testing.TB) gen.Problem {
	t.Helper()
	return Decoded[gen.Problem](t, a)
}

func Decoded[T any](t testing.TB, a Answer) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal(a.Body, &value), string(a.Body))
	return value
}

type Header map[string]string

// Call sends a request; body is JSON as text, or nothing.
func (r *Rig) Call(method, path, body string, headers ...Header) Answer {
	r.T.Helper()
	request := r.request(method, path, body, headers...)
	r.fromADevice(request)
	return r.Exchange(request)
}

func (r *Rig) request(method, path, body string, headers ...Header) *http.Request {
	r.T.Helper()
	request := httptest.NewRequestWithContext(r.T.Context(), method, "http://selfcare.example"+path, strings.NewReader(body))
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

// fromADevice adds a device session to the start of an order, as every browser does: one session for each key.
func (r *Rig) fromADevice(request *http.Request) {
	r.T.Helper()
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
		r.devices[key] = r.FreshDevice()
	}
	request.Header.Set("Authorization", "Bearer "+r.devices[key])
}

// WithHostLine writes a test request as browsers do: a whole address as its target would leave out the Host line.
func WithHostLine(request *http.Request) {
	request.RequestURI = strings.TrimPrefix(request.RequestURI, "http://"+request.Host)
}

func (r *Rig) Exchange(request *http.Request) Answer {
	r.T.Helper()
	sent := sentWith(r.T, request)
	WithHostLine(request)
	response, err := r.App.Test(request, fiber.TestConfig{}) // no timeout, so that a busy machine fails no test
	require.NoError(r.T, err)
	got := r.read(request, response)
	recordExample(r.T, request, sent, got)
	return got
}

func (r *Rig) read(request *http.Request, response *http.Response) Answer {
	r.T.Helper()
	defer func() { require.NoError(r.T, response.Body.Close()) }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(r.T, err)
	got := Answer{response, raw}
	if strings.HasPrefix(request.URL.Path, "/api/") {
		requireContract(r.T, request, got)
	}
	return got
}

func WithKey(key string) Header { return Header{"Idempotency-Key": key} }

func WithSession(session string) Header { return Header{"X-Order-Session": session} }

func FreshKey() Header { return WithKey(uuid.NewString()) }

// Started is an order in the store with the session of its customer.
type Started struct {
	ID      string
	Session string
}

const StartSIM = `{"kind":"sim","numberSource":"new"}`

func (r *Rig) Start() Started {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/orders", StartSIM, FreshKey())
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	body := Decoded[struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}](r.T, got)
	return Started{body.Order.Id, body.OrderSessionID}
}

func (r *Rig) Get(o Started, path string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodGet, "/api/orders/"+o.ID+path, "", append([]Header{WithSession(o.Session)}, headers...)...)
}

func Basic(login, password string) Header {
	return Header{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(login+":"+password))}
}

func RequireRefused(t testing.TB, got Answer, code contract.Code) gen.Problem {
	t.Helper()
	problem := got.Problem(t)
	require.Equal(t, string(code), problem.MessageKey, string(got.Body))
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
