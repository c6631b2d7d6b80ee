package server

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
)

// ownAddress is where a code goes that is about a line of the account.
func (s *Server) ownAddress(ctx context.Context, mobile string) (address, error) {
	if callOf(ctx).user.ID == "" {
		return address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	found, err := s.lineOf(ctx, mobile)
	if err != nil {
		return address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return address{}, err
	}
	if !mine {
		return address{}, contract.Refuse(contract.FailAccountUnknown)
	}
	return reachable(found)
}

// unguarded refuses what could harm the owner of a line whose SIM changed hands lately; people who work for us have no line.
func (s *Server) unguarded(ctx context.Context, lineID string) error {
	if lineID == "" {
		return nil
	}
	found, err := s.Store.LineByID(ctx, lineID)
	if err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	return found.Unguarded(s.Now())
}

// mayChange refuses early what would be refused by the change itself; holder may have claimed the line before.
func (s *Server) mayChange(ctx context.Context, found store.Line, holder string) error {
	by, err := s.Store.LineClaim(ctx, found.ID)
	switch {
	case err == nil && by.Holder != holder:
		return line.Busy(by.OrderNumber, by.Until)
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("read claim on line: %w", err)
	default:
		return found.MayChange(s.Now())
	}
}

// isMine tells whether a line is one of whoever is signed in.
func (s *Server) isMine(ctx context.Context, lineID string) (bool, error) {
	user := callOf(ctx).user
	if user.ID == "" {
		return false, nil
	}
	lines, err := s.Store.Subscriptions(ctx, user.ID)
	if err != nil {
		return false, fmt.Errorf("read lines: %w", err)
	}
	for _, own := range lines {
		if own.LineID == lineID {
			return true, nil
		}
	}
	return false, nil
}
