package orders

import (
	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
)

// eventStream is the generated answer with the headers that keep proxies from collecting a stream before passing it on.
type eventStream struct {
	gen.StreamOrderEvents200TexteventStreamResponse
}

// VisitStreamOrderEventsResponse writes headers, then the stream.
func (e eventStream) VisitStreamOrderEventsResponse(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("X-Accel-Buffering", "no")
	return e.StreamOrderEvents200TexteventStreamResponse.VisitStreamOrderEventsResponse(c)
}
