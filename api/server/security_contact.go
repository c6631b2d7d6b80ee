package server

import (
	"strings"

	"github.com/gofiber/fiber/v3"
)

// serveSecurityContact publishes the contact for security reports (RFC 9116), at both usual addresses.
func (s *Server) serveSecurityContact(app *fiber.App) {
	if s.options.SecurityContact == "" {
		return
	}
	const address = "/.well-known/security.txt"
	text := "Contact: " + s.options.SecurityContact + "\nExpires: " + s.options.SecurityExpires +
		"\nPreferred-Languages: ar, en\nCanonical: " + strings.TrimSuffix(s.options.PublicURL, "/") + address + "\n"
	for _, at := range []string{address, "/security.txt"} {
		app.Get(at, func(c fiber.Ctx) error {
			c.Set(fiber.HeaderContentType, fiber.MIMETextPlainCharsetUTF8)
			return c.SendString(text)
		})
	}
}
