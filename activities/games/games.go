// Package games buys game codes from the partner that sells them.
package games

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/games"
)

// Activities calls the partner for games.
type Activities struct{ gateway games.Gateway }

// New takes the partner's port.
func New(g games.Gateway) *Activities { return &Activities{g} }

// BuyGame orders a code, unless the partner knows an order of the purchase: each order costs us another code. An unknown
// outcome is returned as an answer, not as an error: FindGame asks about it.
func (a *Activities) BuyGame(ctx context.Context, in contract.GameOrder) (contract.GameSold, error) {
	now, err := a.gateway.Find(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) || err == nil && now.Status == games.Refused { // support tries again
		now, err = a.gateway.Buy(ctx, games.Order{Reference: in.PurchaseID, Product: in.PartnerCode, Email: in.Email, Mobile: in.Mobile})
	}
	if errors.Is(err, gateway.ErrRetry) {
		return contract.GameSold{Missing: contract.GameNotSent}, nil
	}
	return saleAnswer("buy game", now, err)
}

// FindGame asks for the outcome of an order that may have reached the partner. An order that the partner does not know may
// still arrive.
func (a *Activities) FindGame(ctx context.Context, in contract.GameOrder) (contract.GameSold, error) {
	now, err := a.gateway.Find(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) {
		return contract.GameSold{Missing: contract.GameNoOrder}, nil
	}
	return saleAnswer("find game", now, err)
}

// CancelGame cancels the order of a code that support cancels. A code that was delivered is returned and stays the customer's.
func (a *Activities) CancelGame(ctx context.Context, in contract.GameOrder) (contract.GameCancelled, error) {
	err := a.gateway.Cancel(ctx, in.PurchaseID)
	switch {
	case err == nil, errors.Is(err, gateway.ErrNotFound):
		return contract.GameCancelled{}, nil
	case failure.PartnerCode(err) != games.CodeDelivered:
		return contract.GameCancelled{}, failure.MapPartner("cancel game", err, contract.FailOutcomeUnknown)
	}
	now, err := a.gateway.Find(ctx, in.PurchaseID)
	if err != nil {
		return contract.GameCancelled{}, failure.MapPartner("find game", err, contract.FailOutcomeUnknown)
	}
	return contract.GameCancelled{Sold: &contract.GameSold{Reference: now.ID, Code: now.Code}}, nil
}

// saleAnswer turns the partner's answer into a code, none yet, or a refusal.
func saleAnswer(operation string, s games.Sale, err error) (contract.GameSold, error) {
	pending := contract.GameSold{Missing: contract.GamePending}
	switch {
	case errors.Is(err, gateway.ErrFinal):
		return contract.GameSold{}, failure.MapPartner(operation, withOurCode(err), contract.FailGameRefused)
	case err != nil:
		return pending, nil
	case s.Status == games.Delivered:
		return contract.GameSold{Reference: s.ID, Code: s.Code}, nil
	case s.Status == games.Refused, s.Status == games.Cancelled:
		refused := withOurCode(&gateway.Refusal{System: "games", Code: s.Reason})
		return contract.GameSold{}, failure.MapPartner(operation, refused, contract.FailGameRefused)
	default:
		return pending, nil
	}
}

// withOurCode maps a refusal of the partner to a code for the customer or for support.
func withOurCode(err error) error {
	codes := map[string]contract.Code{games.CodeProductGone: contract.FailGameGone, games.CodeNoFunds: contract.FailGameFunds}
	if code, named := codes[failure.PartnerCode(err)]; named {
		return contract.Refuse(code)
	}
	return err
}
