// Package games buys codes of games from the partner that sells them.
package games

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/games"
)

// Activities are the partner for games.
type Activities struct{ gateway games.Gateway }

// New needs the partner's port.
func New(g games.Gateway) *Activities { return &Activities{g} }

// BuyGame buys a code, once however often it is asked. Whether the purchase has one is asked before each try: the partner delivers as often
// as it is told to, and each code costs us.
func (a *Activities) BuyGame(ctx context.Context, in contract.GameOrder) (contract.GameSold, error) {
	now, err := a.gateway.Find(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) || err == nil && now.Status == games.Refused { // support tries again
		now, err = a.gateway.Buy(ctx, games.Order{Reference: in.PurchaseID, Product: in.PartnerCode, Email: in.Email, Mobile: in.Mobile})
	}
	if errors.Is(err, gateway.ErrUnknown) {
		now, err = a.gateway.Find(ctx, in.PurchaseID)
	}
	if err == nil {
		err = sold(now)
	}
	return contract.GameSold{Reference: now.ID, Code: now.Code}, failure.MapPartner("buy game", meant(err), contract.FailGameRefused)
}

// CancelGame has a code that support calls off never be delivered; one that was is answered with, and stays its customer's.
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

// errPending has the same question asked again: the maker of the game has not given a code yet.
var errPending = fmt.Errorf("code on its way: %w", gateway.ErrRetry)

func sold(s games.Sale) error {
	switch s.Status {
	case games.Delivered:
		return nil
	case games.Refused, games.Cancelled:
		return &gateway.Refusal{System: "games", Code: s.Reason}
	case games.Pending:
	}
	return errPending
}

// meant is what a refusal of the partner's means to a customer, or to support.
func meant(err error) error {
	codes := map[string]contract.Code{games.CodeProductGone: contract.FailGameGone, games.CodeNoFunds: contract.FailGameFunds}
	if code, named := codes[failure.PartnerCode(err)]; named {
		return contract.Refuse(code)
	}
	return err
}
