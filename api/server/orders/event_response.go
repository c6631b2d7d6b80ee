package orders

import (
	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
)

// eventStream is the generated answer with headers that keep proxies from buffering a stream.
type eventStream struct {
	gen.StreamOrderEvents200TexteventStreamResponse
}

// VisitStreamOrderEventsResponse writes headers, then the stream.
func (e eventStream) VisitStreamOrderEventsResponse(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("X-Accel-Buffering", "no")
	return e.StreamOrderEvents200TexteventStreamResponse.VisitStreamOrderEventsResponse(c)
}
