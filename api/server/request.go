package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/netip"
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/platform/logging"
	"selfcare/internal/store"
)

// request is what is known about the request being answered. It grows on the way to the handler.
type request struct {
	traceID      string
	language     string
	client       string // address
	subject      string // whose idempotency keys they are
	key          string // idempotency key of this attempt, also the update id
	fingerprint  string // the same for every repeat of a request with a key, and for no other
	orderSession []byte // SHA-256 of the order session that was shown
	order        store.OrderRecord
	user         store.User
	token        []byte             // SHA-256 of the session's token
	session      store.Session      // the session itself
	line         store.Subscription // the line chosen; none for people who work for us
	lines        []store.Subscription
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	if known, ok := ctx.Value(requestKey{}).(*request); ok {
		return known
	}
	return &request{language: defaultLanguage} // refused before the first middleware
}

// beginRequest gives the request its trace id, language and client address.
func beginRequest(c fiber.Ctx) (*request, error) {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails, by its documentation
	current := &request{traceID: hex.EncodeToString(id), client: clientAddress(c)}
	var err error
	current.language, err = languageOf(c.Get(fiber.HeaderAcceptLanguage))
	ctx := logging.WithTraceID(c.Context(), current.traceID)
	c.SetContext(context.WithValue(ctx, requestKey{}, current))
	return current, err
}

// clientAddress believes X-Forwarded-For only from a trusted proxy, and then only the last entry, the one it wrote itself.
func clientAddress(c fiber.Ctx) string {
	direct := c.RequestCtx().RemoteIP().String()
	if !c.IsProxyTrusted() {
		return direct
	}
	entries := strings.Split(c.Get(fiber.HeaderXForwardedFor), ",")
	address, err := netip.ParseAddr(strings.TrimSpace(entries[len(entries)-1]))
	if err != nil {
		return direct
	}
	return address.String()
}
