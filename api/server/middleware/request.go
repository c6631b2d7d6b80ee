package middleware

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"

	"github.com/gofiber/fiber/v3"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/permission"
	"selfcare/internal/platform/logging"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store"
)

// Request is what is known about the request being answered. It grows on the way to the handler.
type Request struct {
	TraceID      string
	Language     string
	Client       string // address as limits count it: IPv6 by its /64
	Agent        string // what the browser calls itself
	Operation    string // of the contract
	Worked       string // what the browser worked out to show that it is no robot's
	NoRobot      bool   // that was right, for this request
	Subject      string // whose idempotency keys they are
	Key          string // idempotency key of this attempt, also the update id
	Fingerprint  string // the same for every repeat of a request with a key, and for no other
	OrderSession []byte // SHA-256 of the order session that was shown
	OrderScope   permission.Scope
	Order        store.OrderRecord
	User         store.User
	Token        []byte             // SHA-256 of the session's token
	Session      store.Session      // the session itself
	Line         store.Subscription // the line chosen; none for people who work for us
	Lines        []store.Subscription
	FromMemory   bool // answered with what is kept for everybody
	span         trace.Span
}

type requestKey struct{}

// WithRequest carries a request's context.
func WithRequest(ctx context.Context, current *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, current)
}

// RequestOf is what is known about the request being answered.
func RequestOf(ctx context.Context) *Request {
	if known, ok := ctx.Value(requestKey{}).(*Request); ok {
		return known
	}
	return &Request{Language: defaultLanguage} // refused before the first middleware
}

// beginRequest gives the request its trace id, language and client address.
func (s *Observer) beginRequest(c fiber.Ctx) *Request {
	traced, span := s.traced(c)
	current := &Request{TraceID: cmp.Or(tracing.ID(traced), newTraceID()), span: span, Client: s.Proxies.clientOf(c), Agent: c.Get(fiber.HeaderUserAgent), Worked: c.Get("X-Proof-Of-Work")}
	current.Language = languageOf(languageHeader(c))
	ctx := logging.WithTraceID(traced, current.TraceID)
	c.SetContext(WithRequest(ctx, current))
	return current
}

// traced begins a span for what may be an operation. Pages and their files cause nothing that anybody would look for.
func (s *Observer) traced(c fiber.Ctx) (context.Context, trace.Span) {
	if !strings.HasPrefix(c.Path(), "/api/") {
		return c.Context(), noop.Span{}
	}
	return s.Traces.Begin(c.Context(), c.Get(tracing.Header))
}

// newTraceID is the id of a request where nothing is traced.
func newTraceID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails, by its documentation
	return hex.EncodeToString(id)
}

// Network is the client's address as logs and the audit log have it.
func (r *Request) Network() string { return credential.Network(r.Client) }
