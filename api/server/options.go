// Package server is the HTTP face of the product: it checks a request against the contract, passes it to the order's
// workflow or reads the store, and answers. It decides nothing.
package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// Options are what the server needs from its surroundings.
type Options struct {
	Store   Store
	Orders  Orders
	Notices Notices
	Social  Social
	Lines   Lines
	Refunds Refunds
	Cache   Cache

	// Pepper keys everything derived from a client's repeat key: order ids, session tokens, payment ids, stored answers.
	Pepper          []byte
	PublicURL       string
	TrustedProxies  []string
	Widget          Widget
	TrackingOrigins []string          // of advertisers and of whoever counts visits; the content policy lets pages load their scripts
	WebhookSecrets  map[string]string // by system: payment, identity, courier, esim

	Web           fs.FS         // the built web app; nil serves the API alone
	CodecOpen     bool          // no sign-in for the codec: development, where the Temporal UI sends no credentials
	Codec         http.Handler  // decodes payloads for the Temporal UI; nil closes /codec
	CodecOrigin   string        // the only origin that may ask Codec
	VerifyLogin   PasswordCheck // compares a password with its hash
	HashPassword  func(password string) string
	Ready         func(context.Context) error
	Log           *slog.Logger
	Metrics       Metrics
	Now           func() time.Time
	StreamPoll    time.Duration // how often an open stream looks at the store by itself; 5 s where not set
	StreamBeat    time.Duration // heartbeat of an open stream; 15 s where not set
	MemorizeFor   time.Duration // how long catalogue answers and settings are kept in memory; 5 s where not set
	SignInWorkers int           // passwords compared at once; 2 where not set
}

// Widget is the payment provider's page with the card fields.
type Widget struct {
	URL            string
	PublishableKey string
}

// PasswordCheck tells whether password belongs to hash. It is slow on purpose.
type PasswordCheck func(password, hash string) (bool, error)

// Metrics takes a figure for each answer and shows all figures.
type Metrics interface {
	Request(method, route string, status int, took time.Duration)
	Handler() http.Handler
}

// Orders is the way to the workflows.
type Orders interface {
	Start(ctx context.Context, in contract.OrderInput, msisdn, key string) (contract.Order, error)
	Update(ctx context.Context, orderID, update, key string, arg any) (contract.Order, error)
	ChoosePortWindow(ctx context.Context, orderID, key string, in contract.PortWindowChoice) (contract.Port, error)
	Signal(ctx context.Context, workflowID, signal string, arg any) error
}

// Notices has messages sent that belong to no order.
type Notices interface {
	Send(ctx context.Context, notice contract.Notice, within time.Duration) error
}

// Social is the way to the providers people sign in with.
type Social interface {
	Address(ctx context.Context, in contract.SocialRequest) (string, error)
	Identity(ctx context.Context, in contract.SocialExchange) (contract.SocialIdentity, error)
}

// Lines has the SIMs of lines changed.
type Lines interface {
	SwitchPrimary(ctx context.Context, in contract.SIMChangeInput) error
	DeactivateSIM(ctx context.Context, in contract.SIMChangeInput) error
}

// Refunds has the money of completed orders given back.
type Refunds interface {
	Decide(ctx context.Context, orderID string, in contract.RefundDecision) (contract.Order, error)
}

// Cache is what may be lost: live notices, counters, and one-time codes, which are then asked for again.
type Cache interface {
	codeCache
	siteCache
	SubscribeOrder(ctx context.Context, orderID string) (changes <-chan int64, closeFn func())
	Attempt(ctx context.Context, key string, limit cache.Limit) (allowed bool, retryAfter time.Duration, err error)
}

type codeCache interface {
	PutCode(ctx context.Context, slot string, mac []byte, tries int, ttl time.Duration) error
	TryCode(ctx context.Context, slot string) (mac []byte, left int, err error)
	TakeCode(ctx context.Context, slot string, mac []byte) (bool, error)
	DropCode(ctx context.Context, slot string) error
	Note(ctx context.Context, slot, value string, ttl time.Duration) error
	Noted(ctx context.Context, slot string) (string, error)
	TakeNote(ctx context.Context, slot string) (string, error)
}

type siteCache interface {
	Site(ctx context.Context) (content []byte, generation int64, err error)
	KeepSite(ctx context.Context, generation int64, content []byte) error
}

// Store is the read model and the server's own records.
type Store interface {
	orderStore
	catalogueStore
	requestStore
	webhookStore
	sessionStore
	userStore
	simStore
	activationStore
	supportStore
	auditStore
}

type orderStore interface {
	Order(ctx context.Context, id string) (store.OrderRecord, error)
	OrderSessionValid(ctx context.Context, orderID string, session []byte) (bool, error)
	Timeline(ctx context.Context, orderID string) ([]store.TimelineEvent, error)
	OrderByNumber(ctx context.Context, number string) (store.OrderRecord, error)
	OrdersOf(ctx context.Context, userID string, page int) (records []store.OrderRecord, more bool, err error)
	OwnsOrder(ctx context.Context, userID, orderID string) (bool, error)
	PortUnder(ctx context.Context, msisdn, idNumber string) (store.OrderRecord, error)
	LinkedOrders(ctx context.Context, reader store.Reader, orderIDs ...string) (map[string][]order.Link, error)
}

type catalogueStore interface {
	Devices(ctx context.Context, text string) ([]store.Device, error)
	TakesESIM(ctx context.Context, model string) (bool, error)
	OrderByProfile(ctx context.Context, iccid string) (string, error)
	Settings(ctx context.Context) (store.Settings, error)
	NumberCategories(ctx context.Context) ([]store.NumberCategory, error)
	SearchNumbers(ctx context.Context, query store.NumberQuery) ([]store.FreeNumber, bool, error)
	SiteContent(ctx context.Context) (store.SiteContent, error)
	Plan(ctx context.Context, id string) (store.Plan, error)
	Plans(ctx context.Context, featured *bool, page, perPage int) ([]store.Plan, error)
	Cities(ctx context.Context) ([]store.City, error)
	Donors(ctx context.Context) ([]store.Operator, error)
	PortPlans(ctx context.Context) ([]store.Plan, error)
	Calendar(ctx context.Context, s store.Settings, from time.Time) (calendar.Calendar, error)
	Branches(ctx context.Context, city string) ([]store.Branch, error)
}

type requestStore interface {
	BeginRequest(ctx context.Context, subject, key string, hash []byte) (store.Replay, error)
	FinishRequest(ctx context.Context, subject, key string, status int, body []byte) error
	DropRequest(ctx context.Context, subject, key string) error
}

type webhookStore interface {
	TakeWebhook(ctx context.Context, system, eventID string, body []byte) (fresh bool, err error)
	ForgetWebhook(ctx context.Context, system, eventID string) error
	PaymentOrder(ctx context.Context, paymentID string) (orderID string, err error)
	OrderByIdentityTransaction(ctx context.Context, transactionID string) (orderID string, err error)
	OrderByAirwayBill(ctx context.Context, airwayBill string) (orderID string, err error)
}

// auditStore writes a change and the entry about it in one transaction.
type auditStore interface {
	Audit(ctx context.Context, entry store.AuditEntry) error
	Audited(ctx context.Context, entry store.AuditEntry, change func(q *store.Queries) error) error
}

type sessionStore interface {
	OpenSession(ctx context.Context, opening store.SessionOpening) error
	Session(ctx context.Context, tokenHash []byte, now time.Time) (store.Session, error)
	EndSession(ctx context.Context, tokenHash []byte) error
}

type userStore interface {
	UsersByEmail(ctx context.Context, email string) ([]store.User, error)
	UserByMobile(ctx context.Context, mobile string) (store.User, error)
	Subscriptions(ctx context.Context, userID string) ([]store.Subscription, error)
	EmailTaken(ctx context.Context, email string) (bool, error)
	Register(ctx context.Context, user store.User, lineID string) (store.User, error)
	Line(ctx context.Context, msisdn string) (store.Line, error)
	LineByID(ctx context.Context, id string) (store.Line, error)
	LineUnder(ctx context.Context, msisdn, idNumber string) (bool, error)
	SocialUser(ctx context.Context, provider, subject string) (store.User, error)
	ProposeEmail(ctx context.Context, userID, email string) error
	ProposedEmail(ctx context.Context, userID string) (string, error)
	EmailConfirmedByOther(ctx context.Context, userID, email string) (bool, error)
	Preferences(ctx context.Context, userID string) (store.Preferences, error)
	SetPreferences(ctx context.Context, userID string, p store.Preferences) error
	Usage(ctx context.Context, lineID string) (store.Usage, error)
	Referral(ctx context.Context, lineID, offered string) (store.Referral, error)
	ReferralKnown(ctx context.Context, code string) (bool, error)
	Widgets(ctx context.Context) ([]store.Widget, error)
	PlanSold(ctx context.Context, id string) (store.Plan, error)
}

type simStore interface {
	LineClaim(ctx context.Context, lineID string) (store.LineClaim, error)
	Holders(ctx context.Context, lineID string) ([]store.User, error)
	LineSIMs(ctx context.Context, lineID string) ([]store.LineSIM, error)
	LineSIM(ctx context.Context, lineID, simID string) (store.LineSIM, error)
	RenameSIM(ctx context.Context, lineID, simID, name string) error
}

type activationStore interface {
	OrdersByCard(ctx context.Context, iccid, idNumber string) ([]store.OrderRecord, error)
	GrantOrderSession(ctx context.Context, orderID string, session []byte, expires time.Time) error
}

type supportStore interface {
	SupportOrders(ctx context.Context, query store.SupportQuery) ([]store.OrderRecord, error)
	OrderBooks(ctx context.Context, orderID string) (order.Books, error)
	AuditLog(ctx context.Context, orderID string, page int) ([]store.AuditEntry, error)
	AccountLog(ctx context.Context, page int) ([]store.AuditEntry, error)
}
