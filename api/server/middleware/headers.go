package middleware

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// Outside are the addresses of others that pages load from.
type Outside struct {
	Widget    string   // the payment provider's page, put into a frame
	Chat      string   // page of online chat, put into a frame; empty where there is none
	Tiles     string   // of the delivery step's map; empty where it has none
	Analytics string   // service that counts visits, called by pages; empty where there is none
	Tracking  []string // origins of the scripts of advertisers
}

// contentPolicy lets pages load nothing but our own files, map tiles, the frames of the payment provider and of online chat and,
// where there are any, the scripts of advertisers, with what these load and call at their own origin. Pages call us, advertisers
// and the service that counts visits. Of scripts within a page it runs those of the hashes.
func contentPolicy(outside Outside, hashes []string) string {
	tracking := outside.Tracking
	frames := append(originOf(outside.Widget), originOf(outside.Chat)...)
	if len(frames) == 0 {
		frames = []string{"'none'"}
	}
	return strings.Join([]string{
		"default-src 'self'",
		and("script-src 'self'", slices.Concat(hashes, tracking)),
		"style-src 'self'",
		and("img-src 'self' data: blob:", slices.Concat(originOf(outside.Tiles), tracking)),
		"font-src 'self'",
		and("connect-src 'self'", slices.Concat(originOf(outside.Analytics), tracking)),
		and("frame-src", slices.Compact(frames)),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// originOf is that of an address, which may have {placeholders} in its path; none of an empty one.
func originOf(address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	return []string{u.Scheme + "://" + u.Host}
}

func and(directive string, origins []string) string {
	return strings.Join(append([]string{directive}, origins...), " ")
}

// FixedHeader is a header that answers carry, ready to be written.
type FixedHeader struct{ name, value []byte }

// FixedHeaders are those of pages and files, and those of answers of the API.
type FixedHeaders struct{ pages, answers []FixedHeader }

// NewFixedHeaders lets pages load from those named, and from nowhere else but us. Scripts within pages run where their hash is named.
// An answer of the API is no page: it loads nothing, stands in no frame and sends nobody on, so it carries what browsers go by all the same,
// and no more. The list is that of OWASP's REST Security Cheat Sheet, "Security Headers".
func NewFixedHeaders(outside Outside, hashes []string) FixedHeaders {
	everywhere := []FixedHeader{
		{[]byte(fiber.HeaderStrictTransportSecurity), []byte("max-age=63072000; includeSubDomains")},
		{[]byte(fiber.HeaderXContentTypeOptions), []byte("nosniff")},
		{[]byte(fiber.HeaderXFrameOptions), []byte("DENY")},
		{[]byte("Cross-Origin-Resource-Policy"), []byte("same-origin")},
	}
	return FixedHeaders{
		answers: append(slices.Clone(everywhere),
			FixedHeader{[]byte(fiber.HeaderContentSecurityPolicy), []byte("default-src 'none'; frame-ancestors 'none'")}),
		pages: append(slices.Clone(everywhere),
			FixedHeader{[]byte(fiber.HeaderContentSecurityPolicy), []byte(contentPolicy(outside, hashes))},
			FixedHeader{[]byte(fiber.HeaderReferrerPolicy), []byte("strict-origin-when-cross-origin")},
			FixedHeader{[]byte(fiber.HeaderPermissionsPolicy), []byte("camera=(self), geolocation=(self), microphone=(), payment=()")},
			FixedHeader{[]byte("Cross-Origin-Opener-Policy"), []byte("same-origin")}),
	}
}

// of are the headers of an answer at an address.
func (h FixedHeaders) of(path string) []FixedHeader {
	if strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, PathDocs) {
		return h.answers
	}
	return h.pages
}

// PathDocs is the page of the contract, the one within the API.
const PathDocs = "/api/docs"

// secure sets what every answer carries, refusals included.
func (s *Observer) secure(c fiber.Ctx) {
	for _, header := range s.Headers.of(c.Path()) {
		c.Response().Header.SetCanonical(header.name, header.value)
	}
}
