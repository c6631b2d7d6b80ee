package middleware

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/platform/logging"
	"selfcare/internal/store"
)

// orderOwners knows whose an order is.
type orderOwners interface {
	Get(ctx context.Context, id string) (store.OrderRecord, error)
	Owns(ctx context.Context, userID, orderID string) (bool, error)
	SessionValid(ctx context.Context, orderID string, session []byte) (bool, error)
}

// requireOwner reads the order and refuses everybody who neither holds one of its sessions nor is the signed-in customer
// it belongs to.
func (s *Chain) requireOwner(c fiber.Ctx) error {
	ctx, current := c.Context(), RequestOf(c.Context())
	record, err := s.Orders.Get(ctx, c.Params("id"))
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
	current.Order = record
	c.SetContext(logging.WithOrderID(ctx, record.Order.ID))
	return nil
}

// holdsSession tells whether a token is one of the order's, and notes it as whose request this is.
func (s *Chain) holdsSession(ctx context.Context, record store.OrderRecord, token string) (bool, error) {
	hash, ok := TokenHash(token)
	if !ok {
		return false, nil
	}
	if subtle.ConstantTimeCompare(hash, record.Session) != 1 {
		granted, err := s.Orders.SessionValid(ctx, record.Order.ID, hash)
		if err != nil {
			return false, fmt.Errorf("read order sessions: %w", err)
		}
		if !granted {
			return false, nil
		}
	}
	RequestOf(ctx).OrderSession = hash
	return true, nil
}

// requireOwnOrder lets the signed-in customer pass whose own order it is.
func (s *Chain) requireOwnOrder(c fiber.Ctx, orderID string) error {
	if err := s.Sessions.optional(c); err != nil {
		return err
	}
	user := RequestOf(c.Context()).User
	if user.ID == "" {
		return contract.Refuse(contract.FailOrderNotYours)
	}
	owns, err := s.Orders.Owns(c.Context(), user.ID, orderID)
	if err != nil {
		return fmt.Errorf("look for the order's owner: %w", err)
	}
	if !owns {
		return contract.Refuse(contract.FailOrderNotYours)
	}
	return nil
}
