// Package server is the HTTP face of the product: it checks a request against the contract, passes it to the order's
// workflow or reads the store, and answers. It decides nothing.
package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Options are what the server needs from its surroundings.
type Options struct {
	Store   *store.Store
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
	WebhookSecrets  map[string]string // by the name of the partner that signs its call-backs

	Web         fs.FS        // the built web app; nil serves the API alone
	CodecOpen   bool         // no sign-in for the codec: development, where the Temporal UI sends no credentials
	Codec       http.Handler // decodes payloads for the Temporal UI; nil closes /codec
	CodecOrigin string       // the only origin that may ask Codec
	Passwords   Passwords
	Ready       func(context.Context) (degraded, err error)
	Log         *slog.Logger
	Metrics     Metrics
	Now         func() time.Time
	StreamPoll  time.Duration // how often an open stream looks at the store by itself; 5 s where not set
	StreamBeat  time.Duration // heartbeat of an open stream; 15 s where not set
	ClaimBeat   time.Duration // sign of life of a request with a repeat key; 3 s where not set
	CacheFor    time.Duration // how long catalogue answers and settings are cached in this process; 5 s where not set
}

// Widget is the payment provider's page with the card fields.
type Widget struct {
	URL            string
	PublishableKey string
}

// Passwords are slow on purpose. Where too many wait already, both refuse with password.CrowdedError.
type Passwords interface {
	// Verify tells whether password belongs to hash.
	Verify(ctx context.Context, password, hash string) (bool, error)
	// Hash is what is stored of password.
	Hash(ctx context.Context, password string) (string, error)
}

// Metrics takes a figure for each answer and shows all figures.
type Metrics interface {
	Request(method, route string, status int, took time.Duration)
	Handler() http.Handler
}

// Orders is the way to the workflows.
type Orders interface {
	Start(ctx context.Context, in contract.OrderInput, number func(try int) string, msisdn, key string) (contract.Order, error)
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
	ChoosePortWindow(ctx context.Context, orderNumber, key string, in contract.PortWindowChoice) (contract.Port, error)
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
	Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error)
	PaidLate(ctx context.Context, in contract.LatePaymentInput, report contract.PaymentReported) error
}

// Cache is what may be lost: live notices, counters, and one-time codes, which are then asked for again.
type Cache interface {
	attemptCounter
	codeCache
	noteCache
	orderChanges
	siteCache
}
