package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
)

// StartOrder starts the order's workflow, with the number booked in the same round trip where one was chosen.
func (s *Server) StartOrder(ctx context.Context, req gen.StartOrderRequestObject) (gen.StartOrderResponseObject, error) {
	asked := askedFor(req.Body)
	if err := permission.StartOrder(asked.Kind, asked.NumberSource, callOf(ctx).user.ID != ""); err != nil {
		return nil, err
	}
	if err := order.MayStart(asked, valueOf(req.Body.Msisdn)); err != nil {
		return nil, err
	}
	if err := s.checkDevice(ctx, asked.Device); err != nil {
		return nil, err
	}
	if err := s.knowReferral(ctx, asked.Referral); err != nil {
		return nil, err
	}
	if err := s.permitStart(ctx); err != nil {
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

// permitStart bounds the orders one address or device begins, each of which may hold a number. Orders outlive Redis: where
// nothing can be counted they go on.
func (s *Server) permitStart(ctx context.Context) error {
	asked := callOf(ctx)
	settings, err := s.settings(ctx)
	if err != nil {
		return err
	}
	limits := map[string]int{"order-start:" + asked.client: settings.OrderStartsByAddress}
	if asked.from.DeviceID != "" {
		limits["order-start-device:"+asked.from.DeviceID] = settings.OrderStartsByDevice
	}
	for key, most := range limits {
		err := s.slowDown(ctx, key, cache.Limit{Max: int64(most), Window: settings.OrderStartsWindow})
		var often *limited
		if errors.As(err, &often) {
			often.code = contract.FailTooManyOrders
		}
		if err != nil {
			return err
		}
	}
	return nil
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
		PackageID: valueOf(in.PackageId), Referral: valueOf(in.ReferralCode), SIMType: contract.SIMType(valueOf(in.SimType)), Stage: contract.StageWizard,
	}
	o.Device = deviceOf(in.Device)
	return o
}

const (
	orderPrefix      = "SC" // of the number printed on invoices; 8 digits follow
	orderNumberTries = 5
)

// orderNumber finds a free number to print on invoices: not a running one, which would tell how much we sell.
func (s *Server) orderNumber(ctx context.Context) (string, error) {
	for range orderNumberTries {
		digits, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
		if err != nil {
			return "", fmt.Errorf("draw an order number: %w", err)
		}
		number := fmt.Sprintf("%s%08d", orderPrefix, digits)
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
