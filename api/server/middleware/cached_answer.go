package middleware

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/assets"
)

// tagCatalogue marks the operations of the contract whose answers are the same for everybody and change rarely.
const tagCatalogue = "catalogue"

// cachedAnswer answers a catalogue read from the cache, and with 304 where the caller has the answer already. What is cached
// goes by the address and the language only, so every request is held against the contract first: its headers may break it.
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

// checkedOnce holds a read against the contract unless the same question with the same headers was found right a moment ago. A token is
// kept nowhere, so who shows one is looked at each time.
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

// revalidatedExtension marks the operations of the contract that a caller asks often, mostly in vain.
const revalidatedExtension = "x-revalidated"

// revalidated answers with 304 where the caller has the answer already. It is read anew each time, and kept by the caller alone.
func revalidated(c fiber.Ctx) error {
	if err := c.Next(); err != nil || c.Response().StatusCode() != fiber.StatusOK {
		return err
	}
	c.Vary(fiber.HeaderAuthorization, "X-Sub-Account", fiber.HeaderAcceptLanguage)
	return assets.New("answer.json", slices.Clone(c.Response().Body())).Send(c, "private, no-cache")
}
