package server

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// mapTiles is where the delivery step's map comes from.
const mapTiles = "https://tile.openstreetmap.org"

// contentPolicy lets pages load nothing but our own files, map tiles, and the payment provider's frame. Styles are the
// exception: the component library writes its variables into a style element.
func contentPolicy(widgetURL string) string {
	frame := "'none'"
	if u, err := url.Parse(widgetURL); err == nil && u.Host != "" {
		frame = u.Scheme + "://" + u.Host
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob: " + mapTiles,
		"font-src 'self'",
		"connect-src 'self'",
		"frame-src " + frame,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// secure sets what every answer carries, refusals included.
func (s *Server) secure(c fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, s.contentPolicy)
	c.Set(fiber.HeaderStrictTransportSecurity, "max-age=63072000; includeSubDomains")
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderXFrameOptions, "DENY")
	c.Set(fiber.HeaderReferrerPolicy, "strict-origin-when-cross-origin")
	c.Set(fiber.HeaderPermissionsPolicy, "camera=(self), geolocation=(self), microphone=(), payment=()")
	c.Set("Cross-Origin-Opener-Policy", "same-origin")
}
