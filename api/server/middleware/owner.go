package middleware

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/typed"
	"selfcare/internal/platform/logging"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/order"
)

// orderOwners reads the owners of orders.
type orderOwners interface {
	Get(ctx context.Context, id string) (order.Record, error)
	Owns(ctx context.Context, userID, orderID string) (bool, error)
	SessionScope(ctx context.Context, orderID string, session []byte) (permission.Scope, error)
	AgentOf(ctx context.Context, orderID string, session []byte) (userID string, err error)
}

// requireOwner reads the order and refuses every caller who neither holds one of its sessions with a fitting scope nor
// is its signed-in customer.
func (s *Chain) requireOwner(rule permission.Rule) fiber.Handler {
	return func(c fiber.Ctx) error {
		ctx, current := c.Context(), RequestOf(c.Context())
		record, err := s.Orders.Get(ctx, c.Params("id"))
		if errors.Is(err, storeerrors.ErrNotFound) {
			return contract.Refuse(contract.FailOrderNotFound)
		}
		if err != nil {
			return fmt.Errorf("read order: %w", err)
		}
		hash, scope, err := s.scopeOf(ctx, record, typed.Secret(c.Get(headerOrderSession)))
		if err == nil && scope == permission.Assisted {
			err = s.forCaller(c, rule, record.Order.ID, hash)
		}
		if err != nil {
			return err
		}
		if !rule.Allows(scope) {
			if err := s.requireOwnOrder(c, record.Order.ID); err != nil {
				return narrow(scope, err)
			}
			hash, scope = nil, permission.WholeOrder
		}
		current.Order, current.OrderSession, current.OrderScope = record, hash, scope
		c.SetContext(logging.WithOrderID(ctx, record.Order.ID))
		return nil
	}
}

// narrow refuses a session of a smaller scope in its own way, unlike a stranger.
func narrow(scope permission.Scope, err error) error {
	var refused *contract.Refusal
	switch {
	case scope == "", !errors.As(err, &refused), refused.Code != contract.FailOrderNotYours:
		return err
	case scope == permission.Assisted:
		return contract.Refuse(contract.FailForCallerOnly)
	case scope == permission.Activation:
		return contract.Refuse(contract.FailActivationOnly)
	default:
		return contract.Refuse(contract.FailLinkOnly)
	}
}

// scopeOf returns the scope of an order token, and its hash; nothing for a foreign token.
func (s *Chain) scopeOf(ctx context.Context, record order.Record, token string) (hash []byte, scope permission.Scope, err error) {
	hash, ok := TokenHash(token)
	if !ok {
		return nil, "", nil
	}
	if subtle.ConstantTimeCompare(hash, record.Session) == 1 {
		return hash, permission.WholeOrder, nil
	}
	scope, err = s.Orders.SessionScope(ctx, record.Order.ID, hash)
	if err != nil {
		return nil, "", fmt.Errorf("read order sessions: %w", err)
	}
	if scope == "" {
		hash = nil
	}
	return hash, scope, nil
}

// requireOwnOrder lets the signed-in owner of an order pass.
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

// forCaller lets a staff member pass whom a caller has let in, by their own session together with the order's, and
// audits each of their steps.
func (s *Chain) forCaller(c fiber.Ctx, rule permission.Rule, orderID string, session []byte) error {
	ctx, current := c.Context(), RequestOf(c.Context())
	if err := s.Sessions.optional(c); err != nil {
		return err
	}
	agent, err := s.Orders.AgentOf(ctx, orderID, session)
	switch {
	case err != nil:
		return fmt.Errorf("read order sessions: %w", err)
	case agent == "" || agent != current.User.ID || !slices.Contains(current.User.Roles, permission.RoleSupport):
		return contract.Refuse(contract.FailOrderNotYours)
	case c.Method() == fiber.MethodGet || !rule.Allows(permission.Assisted):
		return nil
	}
	err = s.Entries.Write(ctx, audit.Record{
		OrderID: orderID, Actor: agent, Action: "step-for-caller", Details: map[string]string{"operation": current.Operation, "traceId": current.TraceID},
	})
	if err != nil {
		return fmt.Errorf("audit a step for a caller: %w", err)
	}
	return nil
}
