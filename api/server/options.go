// Package server is the HTTP API of the product: it checks a request against the contract, passes it to the workflow
// or reads the store, and answers. It decides nothing.
package server

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/api/server/account"
	"selfcare/api/server/bill"
	"selfcare/api/server/lines"
	"selfcare/api/server/middleware"
	"selfcare/api/server/numbersettings"
	"selfcare/api/server/portouts"
	"selfcare/api/server/purchases"
	"selfcare/api/server/site"
	"selfcare/api/server/support"
	"selfcare/api/server/tickets"
	"selfcare/api/server/transfers"
	"selfcare/api/server/verification"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store"
)

// Options are the server's dependencies and configuration.
type Options struct {
	Store     *store.Store
	Orders    Orders
	Notices   verification.NoticeSender
	Social    account.Social
	Lines     lines.SIMChanger
	SetLines  numbersettings.Changer
	Purchases Purchases
	TopUps    transfers.Offers
	Labels    support.Labels // nil: the courier hands out none
	Addresses site.Addresses // nil: no post is configured

	CourierCallsOff bool // the courier calls a booked parcel off

	Plans       Plans
	Switches    purchases.SwitchBeginner
	PortOuts    portouts.Flow
	Bills       bill.Flow
	Endings     Endings
	Tickets     tickets.Flow
	Scanned     bool // a virus scanner for service requests is configured
	Suspensions lines.LineSuspender
	Proofs      lines.Proofs
	Refunds     Refunds
	Attempts    support.Attempts
	Bulks       support.Bulks
	Cache       *cache.Cache // losable data: live notices, counters, and one-time codes, which are then asked for again

	// Pepper keys everything derived from a client's idempotency key: order ids, session tokens, payment ids, stored
	// answers.
	Pepper          []byte
	PublicURL       string
	SecurityContact string // for security.txt; empty serves none
	SecurityExpires string
	TrustedProxies  []string
	Widget          site.Widget
	MapTiles        site.MapTiles
	IdentityApp     site.IdentityApp
	ChatURL         string                       // page of the provider of online chat; empty without one
	AnalyticsURL    string                       // of the service that counts visits; empty counts nothing
	TrackingOrigins []string                     // of advertisers; the content policy lets pages load their scripts
	RobotEffort     int64                        // how many numbers a browser tries near a limit; 0 asks for no work
	RobotCheck      middleware.RobotCheck        // in place of that proof of work; nil where there is no other
	Captcha         CaptchaProvider              // asked before the proof of work; without a site key there is none
	WebhookSecrets  map[string]string            // of network and sadad, whose call-backs the contract describes
	CallBacks       map[string]callback.Receiver // of the other partners: by port, slash, provider

	Web         fs.FS        // the built web app; nil serves the API alone
	CodecOpen   bool         // no sign-in for the codec: in development the Temporal UI sends no credentials
	Codec       http.Handler // decodes payloads for the Temporal UI; nil closes /codec
	CodecOrigin string       // the only origin that may ask Codec: that of the Temporal UI
	Namespace   string       // of Temporal, in the addresses of its UI
	Passwords   account.Passwords
	Ready       func(context.Context) (degraded, err error)
	Log         *slog.Logger
	Metrics     Metrics
	Traces      *tracing.Tracing // nil: no tracing
	Now         func() time.Time
	StreamPoll  time.Duration // how often an open stream polls the store; default 5 s
	StreamBeat  time.Duration // heartbeat of an open stream; default 15 s
	ClaimBeat   time.Duration // heartbeat of a request with an idempotency key; default 3 s
	CacheFor    time.Duration // lifetime of cached catalogue answers and settings in this process; default 5 s
}

// Metrics counts the server's work.
type Metrics interface {
	Request(method, route string, status int, took time.Duration)
	CodeSent(purpose string)
	LimitHit(limit string, robot bool)
	StreamOpened() (closed func())
	WebhookTaken(system string, lag time.Duration)
	UsageReported(outcome string, events int)
	ClientError(page, name string)
	ClientVital(page, name string, value float64)
	Opinion(helpful bool)
}

// Orders reaches the workflows of orders.
type Orders interface {
	Start(ctx context.Context, in contract.OrderInput, number func(try int) string, msisdn, key string) (contract.Order, error)
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
	ChoosePortWindow(ctx context.Context, orderNumber, key string, in contract.PortWindowChoice) (contract.Port, error)
	Tell(ctx context.Context, workflowID, news string, arg any) error
}

// Purchases reaches the workflows of purchases.
type Purchases interface {
	Start(ctx context.Context, in contract.PurchaseInput, number func(try int) string, key string, pay contract.OpenPurchase) (contract.Purchase, error)
	Resolve(ctx context.Context, number, key string, in contract.Resolution) (contract.Purchase, error)
	MoveActivation(ctx context.Context, number, key string, in contract.ActivationMove) (contract.Purchase, error)
	CancelActivation(ctx context.Context, number, key string) (contract.Purchase, error)
	EnterWalletCode(ctx context.Context, workflowID, key string, in contract.WalletCode) error
}

// Plans reaches the workflows of plans, for their owners and for support.
type Plans interface {
	StopRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error)
	StartRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error)
	ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error)
	CancelSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error)
	Resolve(ctx context.Context, s contract.PlanSubscription, key string, in contract.Resolution) (contract.PlanSubscription, error)
}

// Endings reaches the workflows that end lines.
type Endings interface {
	Start(ctx context.Context, in contract.DeactivationInput, key string) (contract.Deactivation, error)
	Undo(ctx context.Context, lineID, key string, in contract.DeactivationUndo) (contract.Deactivation, error)
	Resolve(ctx context.Context, lineID, key string, in contract.Resolution) (contract.Deactivation, error)
}

// Refunds gives back the money of completed orders.
type Refunds interface {
	Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error)
	StartLatePayment(ctx context.Context, in contract.LatePaymentInput, report contract.PaymentReported) error
}

// temporalPages is the address prefix of processes in the Temporal UI; empty without one.
func (o Options) temporalPages() string {
	if o.CodecOrigin == "" || o.Namespace == "" {
		return ""
	}
	return o.CodecOrigin + "/namespaces/" + url.PathEscape(o.Namespace) + "/workflows/"
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.StreamPoll = cmp.Or(o.StreamPoll, 5*time.Second)
	o.StreamBeat = cmp.Or(o.StreamBeat, 15*time.Second)
	o.ClaimBeat = cmp.Or(o.ClaimBeat, 3*time.Second)
	o.CacheFor = cmp.Or(o.CacheFor, 5*time.Second)
	return o
}

// robotCheck returns the operator's check, ours, or none.
func (o Options) robotCheck(derive *middleware.Deriver) middleware.RobotCheck {
	if o.RobotCheck != nil || o.RobotEffort == 0 {
		return o.RobotCheck
	}
	work := &middleware.ProofOfWork{Derive: derive, Effort: o.RobotEffort}
	if o.Captcha.SiteKey == "" {
		return work
	}
	return &middleware.Captcha{Work: work, Script: o.Captcha.Script, SiteKey: o.Captcha.SiteKey, VerifyToken: o.Captcha.Verify, Log: o.Log}
}

// CaptchaProvider is a service that tells people from robots.
type CaptchaProvider struct {
	SiteKey string
	Script  string // address of its script, which pages load
	Verify  func(ctx context.Context, token, action string) (bool, error)
}
