package middleware

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/assets"
)

// tagCatalogue marks the operations of the contract whose answers are the same for every caller and change rarely.
const tagCatalogue = "catalogue"

// cachedAnswer answers a catalogue read from the cache, and with 304 if the caller already has the answer. The cache
// key has only address and language, so every request is checked against the contract first: its headers may break it.
func (s *Chain) cachedAnswer(check []func(fiber.Ctx) error) fiber.Handler {
	return func(c fiber.Ctx) error {
		for _, step := range check {
			if err := step(c); err != nil {
				return err
			}
		}
		current := RequestOf(c.Context())
		key := current.Language + " " + c.OriginalURL()
		if known, ok := s.LocalCache.get(key); ok {
			current.FromMemory = true
			return known.(*assets.Asset).SendJSON(c)
		}
		if err := c.Next(); err != nil {
			return err
		}
		fresh := assets.New("answer.json", slices.Clone(c.Response().Body()))
		s.LocalCache.put(key, fresh)
		return fresh.SendJSON(c)
	}
}

// checkedOnce checks a read against the contract unless the same request with the same headers passed a moment ago.
// Tokens are stored nowhere, so a request with a token is checked each time.
func (s *Chain) checkedOnce(op *Operation, check func(fiber.Ctx) error) func(fiber.Ctx) error {
	headers := []string{headerVersion}
	for _, parameter := range op.parameters {
		if parameter.In == openapi3.ParameterInHeader {
			headers = append(headers, parameter.Name)
		}
	}
	return func(c fiber.Ctx) error {
		if c.Get(fiber.HeaderAuthorization) != "" {
			return check(c)
		}
		question := questionOf(c, headers)
		if _, known := s.LocalCache.get(question); known {
			return nil
		}
		err := check(c)
		if err == nil {
			s.LocalCache.put(question, true)
		}
		return err
	}
}

func questionOf(c fiber.Ctx, headers []string) string {
	var asked strings.Builder
	asked.Grow(128)
	asked.WriteString("asked ")
	asked.WriteString(c.OriginalURL())
	for _, name := range headers {
		asked.WriteByte('\n')
		asked.Write(c.Request().Header.Peek(name))
	}
	return asked.String()
}

// revalidatedExtension marks the operations of the contract that callers poll, mostly without a change.
const revalidatedExtension = "x-revalidated"

// revalidated answers with 304 if the caller already has the answer. The answer is computed each time; only the caller
// keeps it.
func revalidated(c fiber.Ctx) error {
	if err := c.Next(); err != nil || c.Response().StatusCode() != fiber.StatusOK {
		return err
	}
	c.Vary(fiber.HeaderAuthorization, "X-Sub-Account", fiber.HeaderAcceptLanguage)
	return assets.New("answer.json", slices.Clone(c.Response().Body())).Send(c, "private, no-cache")
}
