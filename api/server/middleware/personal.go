package middleware

import (
	"context"
	"fmt"
	"maps"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
)

// personalDataExtension is what an operation of support says about personal data, and a filter. Which says nothing is taken to have
// to do with some.
const personalDataExtension = "x-personal-data"

// noPersonalData is of operations that neither show nor change any.
const noPersonalData = "none"

// readLog writes down what people of ours see.
type readLog interface {
	WriteRead(ctx context.Context, actor string, details map[string]string) error
}

// noteRead writes down who is about to see or change personal data, and by which operation about what: what cannot be written down
// is not shown.
func (s *Chain) noteRead(op *Operation) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		if !op.personal {
			return nil
		}
		details := map[string]string{"operation": op.named()}
		maps.Copy(details, op.subject(c))
		if err := s.Reads.WriteRead(c.Context(), RequestOf(c.Context()).User.ID, details); err != nil {
			return fmt.Errorf("note what support reads: %w", err)
		}
		return nil
	}
}

// subject is what a request is about: what is in its path, which never holds personal data, and filters that the contract says hold none.
func (op *Operation) subject(c fiber.Ctx) map[string]string {
	about := map[string]string{}
	for _, p := range op.parameters {
		switch {
		case p.In == openapi3.ParameterInPath:
			about[p.Name] = c.Params(p.Name)
		case p.In == openapi3.ParameterInQuery && p.Extensions[personalDataExtension] == noPersonalData && c.Query(p.Name) != "":
			about[p.Name] = c.Query(p.Name)
		}
	}
	return about
}
