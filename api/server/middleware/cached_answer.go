package middleware

import (
	"slices"

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
		key := RequestOf(c.Context()).Language + " " + c.OriginalURL()
		if known, ok := s.LocalCache.get(key); ok {
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
