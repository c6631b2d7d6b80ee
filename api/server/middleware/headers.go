package middleware

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// mapTiles is where the delivery step's map comes from.
const mapTiles = "https://tile.openstreetmap.org"

// contentPolicy lets pages load nothing but our own files, map tiles, the payment provider's frame and, where there are
// any, the scripts of those who count visits, with what these load and call at their own origin. Of scripts within a page
// it runs those of the hashes.
func contentPolicy(widgetURL string, hashes, tracking []string) string {
	frame := "'none'"
	if u, err := url.Parse(widgetURL); err == nil && u.Host != "" {
		frame = u.Scheme + "://" + u.Host
	}
	return strings.Join([]string{
		"default-src 'self'",
		and("script-src 'self'", slices.Concat(hashes, tracking)),
		"style-src 'self'",
		and("img-src 'self' data: blob: "+mapTiles, tracking),
		"font-src 'self'",
		and("connect-src 'self'", tracking),
		"frame-src " + frame,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

func and(directive string, origins []string) string {
	return strings.Join(append([]string{directive}, origins...), " ")
}

// FixedHeader is a header that every answer carries, ready to be written.
type FixedHeader struct{ name, value []byte }

// FixedHeaders lets pages load from the payment provider's page and the trackers' origins, and from nowhere else but us.
// Scripts within pages run where their hash is named.
func FixedHeaders(widgetURL string, hashes, tracking []string) []FixedHeader {
	return []FixedHeader{
		{[]byte(fiber.HeaderContentSecurityPolicy), []byte(contentPolicy(widgetURL, hashes, tracking))},
		{[]byte(fiber.HeaderStrictTransportSecurity), []byte("max-age=63072000; includeSubDomains")},
		{[]byte(fiber.HeaderXContentTypeOptions), []byte("nosniff")},
		{[]byte(fiber.HeaderXFrameOptions), []byte("DENY")},
		{[]byte(fiber.HeaderReferrerPolicy), []byte("strict-origin-when-cross-origin")},
		{[]byte(fiber.HeaderPermissionsPolicy), []byte("camera=(self), geolocation=(self), microphone=(), payment=()")},
		{[]byte("Cross-Origin-Opener-Policy"), []byte("same-origin")},
		{[]byte("Cross-Origin-Resource-Policy"), []byte("same-origin")},
	}
}

// secure sets what every answer carries, refusals included.
func (s *Observer) secure(c fiber.Ctx) {
	for _, header := range s.Headers {
		c.Response().Header.SetCanonical(header.name, header.value)
	}
}
