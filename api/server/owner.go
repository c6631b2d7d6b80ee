package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/platform/logging"
	"selfcare/internal/store"
)

// tokenBytes is the size of every secret we hand out: 256 bits.
const tokenBytes = 32

// requireOwner reads the order and refuses everybody who does not hold one of its sessions.
func (s *Server) requireOwner(c fiber.Ctx) error {
	ctx, asked := c.Context(), callOf(c.Context())
	record, err := s.Store.Order(ctx, c.Params("id"))
	if errors.Is(err, store.ErrNotFound) {
		return contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	hash, ok := tokenHash(c.Get(headerOrderSession))
	if !ok {
		return contract.Refuse(contract.FailOrderNotYours)
	}
	if subtle.ConstantTimeCompare(hash, record.Session) != 1 {
		granted, err := s.Store.OrderSessionValid(ctx, record.Order.ID, hash)
		if err != nil {
			return fmt.Errorf("read order sessions: %w", err)
		}
		if !granted {
			return contract.Refuse(contract.FailOrderNotYours)
		}
	}
	asked.order, asked.session = record, hash
	c.SetContext(logging.WithOrderID(ctx, record.Order.ID))
	return nil
}

// tokenHash is what we keep of a token; ok is false for what we never handed out.
func tokenHash(token string) (hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != tokenBytes {
		return nil, false
	}
	sum := sha256.Sum256([]byte(token))
	return sum[:], true
}
