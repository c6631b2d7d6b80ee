package middleware

import (
	"fmt"

	"github.com/gofiber/fiber/v3"
)

// Router puts the chain of its operation before each generated handler, so that a new path of the contract is
// checked by being written down there.
type Router struct {
	fiber.Router
	Operations map[string]*Operation
	Chain      *Chain
}

// Get registers a read.
func (r Router) Get(path string, handler any, more ...any) fiber.Router {
	return r.Router.Get(path, r.chained(fiber.MethodGet, path), append([]any{handler}, more...)...)
}

// Post registers a command.
func (r Router) Post(path string, handler any, more ...any) fiber.Router {
	return r.Router.Post(path, r.chained(fiber.MethodPost, path), append([]any{handler}, more...)...)
}

// Put registers a command.
func (r Router) Put(path string, handler any, more ...any) fiber.Router {
	return r.Router.Put(path, r.chained(fiber.MethodPut, path), append([]any{handler}, more...)...)
}

// Patch registers a command.
func (r Router) Patch(path string, handler any, more ...any) fiber.Router {
	return r.Router.Patch(path, r.chained(fiber.MethodPatch, path), append([]any{handler}, more...)...)
}

// Delete registers a command.
func (r Router) Delete(path string, handler any, more ...any) fiber.Router {
	return r.Router.Delete(path, r.chained(fiber.MethodDelete, path), append([]any{handler}, more...)...)
}

// chained panics at the start of the program, never later: the generated routes and the document come from one file.
func (r Router) chained(method, path string) fiber.Handler {
	op, ok := r.Operations[method+" "+path]
	if !ok {
		panic(fmt.Sprintf("route %s %s is not in the contract: generate again", method, path))
	}
	return r.Chain.before(op)
}
