package server

import (
	"context"
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

// requireOwner reads the order and refuses everybody who neither holds one of its sessions nor is the signed-in customer
// it belongs to.
func (s *Server) requireOwner(c fiber.Ctx) error {
	ctx, current := c.Context(), requestOf(c.Context())
	record, err := s.Store.Orders.Get(ctx, c.Params("id"))
	if errors.Is(err, store.ErrNotFound) {
		return contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	held, err := s.holdsSession(ctx, record, c.Get(headerOrderSession))
	if err != nil {
		return err
	}
	if !held {
		if err := s.requireOwnOrder(c, record.Order.ID); err != nil {
			return err
		}
	}
	current.order = record
	c.SetContext(logging.WithOrderID(ctx, record.Order.ID))
	return nil
}

// holdsSession tells whether a token is one of the order's, and notes it as whose request this is.
func (s *Server) holdsSession(ctx context.Context, record store.OrderRecord, token string) (bool, error) {
	hash, ok := tokenHash(token)
	if !ok {
		return false, nil
	}
	if subtle.ConstantTimeCompare(hash, record.Session) != 1 {
		granted, err := s.Store.Orders.SessionValid(ctx, record.Order.ID, hash)
		if err != nil {
			return false, fmt.Errorf("read order sessions: %w", err)
		}
		if !granted {
			return false, nil
		}
	}
	requestOf(ctx).orderSession = hash
	return true, nil
}

// requireOwnOrder lets the signed-in customer pass whose own order it is.
func (s *Server) requireOwnOrder(c fiber.Ctx, orderID string) error {
	if err := s.optionalSession(c); err != nil {
		return err
	}
	user := requestOf(c.Context()).user
	if user.ID == "" {
		return contract.Refuse(contract.FailOrderNotYours)
	}
	owns, err := s.Store.Orders.Owns(c.Context(), user.ID, orderID)
	if err != nil {
		return fmt.Errorf("look for the order's owner: %w", err)
	}
	if !owns {
		return contract.Refuse(contract.FailOrderNotYours)
	}
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
