package middleware

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/netip"
	"strings"

	"github.com/gofiber/fiber/v3"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/permission"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/platform/logging"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store/order"
	"selfcare/internal/store/session"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/user"
)

// Request has all that is known about the current request. It grows on the way to the handler.
type Request struct {
	TraceID      string
	Language     string
	Address      netip.Addr // of the client; for partners that require it, and never for logs
	Client       string     // address for limits: IPv6 by its /64
	Agent        string     // user agent
	Operation    string     // id in the contract
	Worked       string     // the browser's solution of a proof of work
	NoRobot      bool       // the solution was right for this request
	Subject      string     // owner of its idempotency keys
	Key          string     // idempotency key of this attempt, also the update id
	Fingerprint  string     // equal for the repeats of a request with a key, and for no other
	OrderSession []byte     // SHA-256 of the shown order session
	OrderScope   permission.Scope
	Order        order.Record
	User         user.User
	Token        []byte                  // SHA-256 of the session's token
	Session      session.Session         // the session itself
	Line         subaccount.Subscription // the chosen line; empty for staff
	Lines        []subaccount.Subscription
	FromMemory   bool             // answered from the shared cache
	CallBack     callback.Request // of a partner
	span         trace.Span
}

type requestKey struct{}

// WithRequest carries a request's context.
func WithRequest(ctx context.Context, current *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, current)
}

// RequestOf returns the current request of a context.
func RequestOf(ctx context.Context) *Request {
	if known, ok := ctx.Value(requestKey{}).(*Request); ok {
		return known
	}
	return &Request{Language: defaultLanguage} // refused before the first middleware
}

// beginRequest gives the request its trace id, language and client address.
func (s *Observer) beginRequest(c fiber.Ctx) *Request {
	traced, span := s.beginSpan(c)
	address := s.Proxies.addressOf(c)
	current := &Request{TraceID: cmp.Or(tracing.ID(traced), newTraceID()), span: span, Address: address, Client: countedAs(address), Agent: c.Get(fiber.HeaderUserAgent), Worked: c.Get("X-Proof-Of-Work")}
	current.Language = languageOf(languageHeader(c))
	ctx := logging.WithTraceID(traced, current.TraceID)
	c.SetContext(WithRequest(ctx, current))
	return current
}

// beginSpan begins a span for a possible operation. Pages and files have no traces worth a search.
func (s *Observer) beginSpan(c fiber.Ctx) (context.Context, trace.Span) {
	if !strings.HasPrefix(c.Path(), "/api/") {
		return c.Context(), noop.Span{}
	}
	return s.Traces.Begin(c.Context(), c.Get(tracing.Header))
}

// newTraceID is the id of a request without tracing.
func newTraceID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails, by its documentation
	return hex.EncodeToString(id)
}

// FullAddress is the client's address for a partner that requires it; empty if it is unknown. It must not be logged.
func (r *Request) FullAddress() string {
	if !r.Address.IsValid() {
		return ""
	}
	return r.Address.String()
}

// Network is the client's address as logs and the audit log show it.
func (r *Request) Network() string { return credential.Network(r.Client) }
