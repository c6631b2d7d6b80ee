package server

import "github.com/gofiber/fiber/v3"

// live answers while this process runs.
func (s *Server) live(c fiber.Ctx) error { return c.SendString("ok\n") }

// ready answers while this process can work. The log names a missing part, the answer does not.
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
