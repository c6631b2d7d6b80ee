package middleware

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// Router puts the chain of its operation before each generated handler, so that writing a new path into the contract
// is enough to check it. Its fields count at the time of Mount.
type Router struct {
	fiber.Router
	Operations map[string]*Operation
	Chain      *Chain

	waiting []waitingRoute
}

type waitingRoute struct {
	method, path string
	handler      any
	more         []any
}

// Get registers a read.
func (r *Router) Get(path string, handler any, more ...any) fiber.Router {
	return r.wait(fiber.MethodGet, path, handler, more)
}

// Post registers a command.
func (r *Router) Post(path string, handler any, more ...any) fiber.Router {
	return r.wait(fiber.MethodPost, path, handler, more)
}

// Put registers a command.
func (r *Router) Put(path string, handler any, more ...any) fiber.Router {
	return r.wait(fiber.MethodPut, path, handler, more)
}

// Patch registers a command.
func (r *Router) Patch(path string, handler any, more ...any) fiber.Router {
	return r.wait(fiber.MethodPatch, path, handler, more)
}

// Delete registers a command.
func (r *Router) Delete(path string, handler any, more ...any) fiber.Router {
	return r.wait(fiber.MethodDelete, path, handler, more)
}

func (r *Router) wait(method, path string, handler any, more []any) fiber.Router {
	r.waiting = append(r.waiting, waitingRoute{method, path, handler, more})
	return r
}

// Mount opens the routes. The first matching route wins, so names come before parameters, in any order of generation:
// /plans/categories is no plan.
func (r *Router) Mount() {
	slices.SortStableFunc(r.waiting, func(a, b waitingRoute) int { return strings.Compare(parametersLast(a.path), parametersLast(b.path)) })
	for _, route := range r.waiting {
		chain := []any{route.handler}
		r.Add([]string{route.method}, route.path, r.chained(route.method, route.path), append(chain, route.more...)...)
	}
}

// parametersLast sorts a path after each name that could stand in a parameter's place.
func parametersLast(path string) string { return strings.ReplaceAll(path, "/:", "/\U0010ffff") }

// chained panics only at the start of the program: the generated routes and the document come from one file.
func (r *Router) chained(method, path string) fiber.Handler {
	op, ok := r.Operations[method+" "+path]
	if !ok {
		panic(fmt.Sprintf("route %s %s is not in the contract: generate again", method, path))
	}
	return r.Chain.before(op)
}
