package server

import "github.com/gofiber/fiber/v3"

// live: this process answers.
func (s *Server) live(c fiber.Ctx) error { return c.SendString("ok\n") }

// ready: this process can do its work. Which part is missing is in the log, not told to strangers.
func (s *Server) ready(c fiber.Ctx) error {
	if s.options.Ready == nil {
		return c.SendString("ready\n")
	}
	degraded, err := s.options.Ready(c.Context())
	if err != nil {
		s.options.Log.WarnContext(c.Context(), "not ready", "error", err)
		return c.Status(fiber.StatusServiceUnavailable).SendString("not ready\n")
	}
	if degraded != nil {
		s.options.Log.WarnContext(c.Context(), "ready, but degraded", "error", degraded)
		return c.SendString("ready, but degraded\n")
	}
	return c.SendString("ready\n")
}
