package server

import (
	"slices"

	"github.com/gofiber/fiber/v3"
)

// tagCatalogue marks the operations of the contract whose answers are the same for everybody and change rarely.
const tagCatalogue = "catalogue"

// cachedAnswer answers a catalogue read from the cache, and with 304 where the caller has the answer already. An address is
// cached only after it passed the contract.
func (s *Server) cachedAnswer(op *operation, check []func(fiber.Ctx) error) fiber.Handler {
	return func(c fiber.Ctx) error {
		if err := op.checkVersion(c); err != nil {
			return err
		}
		key := requestOf(c.Context()).language + " " + c.OriginalURL()
		if known, ok := s.localCache.get(key); ok {
			return known.(*asset).sendJSON(c)
		}
		for _, step := range check {
			if err := step(c); err != nil {
				return err
			}
		}
		if err := c.Next(); err != nil {
			return err
		}
		fresh := newAsset("answer.json", slices.Clone(c.Response().Body()))
		s.localCache.put(key, fresh)
		return fresh.sendJSON(c)
	}
}

func (a *asset) sendJSON(c fiber.Ctx) error {
	c.Vary(fiber.HeaderAcceptLanguage)
	return a.send(c, "no-cache")
}
