package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// StartOrder starts the order's workflow, with the number booked in the same round trip where one was chosen.
func (s *Server) StartOrder(ctx context.Context, req gen.StartOrderRequestObject) (gen.StartOrderResponseObject, error) {
	asked := askedFor(req.Body)
	if err := order.MayStart(asked, valueOf(req.Body.Msisdn)); err != nil {
		return nil, err
	}
	if err := s.mayOrderMultiSIM(ctx, asked.Kind, valueOf(req.Params.XSubAccount)); err != nil {
		return nil, err
	}
	input, session, err := s.newOrder(ctx, asked)
	if err != nil {
		return nil, err
	}
	started, err := s.Orders.Start(ctx, input, valueOf(req.Body.Msisdn), callOf(ctx).key)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, started)
	if err != nil {
		return nil, err
	}
	return gen.StartOrder201JSONResponse{OrderSessionId: session, Order: view}, nil
}

// newOrder derives id and session from the repeat key: see deriver.
func (s *Server) newOrder(ctx context.Context, o contract.Order) (contract.OrderInput, string, error) {
	asked := callOf(ctx)
	settings, err := s.settings(ctx)
	if err != nil {
		return contract.OrderInput{}, "", err
	}
	number, err := s.orderNumber(ctx)
	if err != nil {
		return contract.OrderInput{}, "", err
	}
	id := s.derive.id("order", subjectOf(asked), asked.key)
	session := s.derive.token("order session", id)
	hash, _ := tokenHash(session) // ours, so well formed
	o.ID, o.Number, o.Language, o.CreatedAt = id, number, asked.language, s.Now().UTC()
	return contract.OrderInput{Order: o, Settings: settings.ForOrder(), Session: hash, Subject: asked.user.ID}, session, nil
}

// askedFor is the order as the customer asks for it; a number comes with the first step.
func askedFor(in *gen.StartOrderJSONRequestBody) contract.Order {
	o := contract.Order{
		Kind: contract.Kind(in.Kind), NumberSource: contract.NumberSource(in.NumberSource),
		PackageID: valueOf(in.PackageId), SIMType: contract.SIMType(valueOf(in.SimType)), Stage: contract.StageWizard,
	}
	o.Device = deviceOf(in.Device)
	return o
}

const orderNumberTries = 5

// orderNumber finds a free number to print on invoices: not a running one, which would tell how much we sell.
func (s *Server) orderNumber(ctx context.Context) (string, error) {
	for range orderNumberTries {
		digits, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
		if err != nil {
			return "", fmt.Errorf("draw an order number: %w", err)
		}
		number := fmt.Sprintf("SC%08d", digits)
		taken, err := s.Store.SupportOrders(ctx, store.SupportQuery{Number: number, Page: 1})
		if err != nil {
			return "", fmt.Errorf("look for the order number: %w", err)
		}
		if len(taken) == 0 {
			return number, nil
		}
	}
	return "", fmt.Errorf("no free order number in %d tries", orderNumberTries)
}

func valueOf[T any](optional *T) T {
	if optional == nil {
		var zero T
		return zero
	}
	return *optional
}
