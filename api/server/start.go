package server

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
)

// StartOrder starts the order's workflow, with the number booked in the same round trip where one was chosen.
func (s *wizardHandlers) StartOrder(ctx context.Context, req gen.StartOrderRequestObject) (gen.StartOrderResponseObject, error) {
	draft := draftOf(req.Body)
	if err := permission.StartOrder(draft.Kind, draft.NumberSource, requestOf(ctx).user.ID != ""); err != nil {
		return nil, err
	}
	if err := order.MayStart(draft, valueOf(req.Body.Msisdn)); err != nil {
		return nil, err
	}
	if err := s.checkDevice(ctx, draft.Device); err != nil {
		return nil, err
	}
	if err := s.checkReferral(ctx, draft.Referral); err != nil {
		return nil, err
	}
	if err := s.permitStart(ctx); err != nil {
		return nil, err
	}
	if err := s.mayOrderMultiSIM(ctx, draft.Kind, valueOf(req.Params.XSubAccount)); err != nil {
		return nil, err
	}
	input, session, err := s.newOrder(ctx, draft)
	if err != nil {
		return nil, err
	}
	started, err := s.flow.Start(ctx, input, s.orderNumbers(ctx), valueOf(req.Body.Msisdn), requestOf(ctx).key)
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
func (s *wizardHandlers) permitStart(ctx context.Context) error {
	current := requestOf(ctx)
	settings, err := s.settings(ctx)
	if err != nil {
		return err
	}
	limits := map[string]int{"order-start:" + current.client: settings.OrderStartsByAddress}
	if current.session.DeviceID != "" {
		limits["order-start-device:"+current.session.DeviceID] = settings.OrderStartsByDevice
	}
	for key, most := range limits {
		err := s.rateLimit(ctx, key, cache.Limit{Max: int64(most), Window: settings.OrderStartsWindow})
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
func (s *wizardHandlers) newOrder(ctx context.Context, o contract.Order) (contract.OrderInput, string, error) {
	current := requestOf(ctx)
	settings, err := s.settings(ctx)
	if err != nil {
		return contract.OrderInput{}, "", err
	}
	id := s.derive.id("order", current.subject, current.key)
	session := s.derive.token("order session", id)
	hash, _ := tokenHash(session) // ours, so well formed
	o.ID, o.Language, o.CreatedAt = id, current.language, s.now().UTC()
	return contract.OrderInput{Order: o, Settings: settings.ForOrder(), Session: hash, Subject: current.user.ID}, session, nil
}

// draftOf is the order as the customer asks for it; a number comes with the first step.
func draftOf(in *gen.StartOrderJSONRequestBody) contract.Order {
	o := contract.Order{
		Kind: contract.Kind(in.Kind), NumberSource: contract.NumberSource(in.NumberSource),
		PackageID: valueOf(in.PackageId), Referral: valueOf(in.ReferralCode), SIMType: contract.SIMType(valueOf(in.SimType)), Stage: contract.StageWizard,
	}
	o.Device = deviceOf(in.Device)
	return o
}

// orderPrefix begins the number printed on invoices; 8 digits follow.
const orderPrefix = "SC"

// orderNumbers draws the number that customers read out: the same ones for the same repeat key, so that a repeat finds its
// order, and not a running one, which would tell how much we sell.
func (s *wizardHandlers) orderNumbers(ctx context.Context) func(try int) string {
	current := requestOf(ctx)
	return func(try int) string {
		mac := s.derive.mac("order number", current.subject, current.key, strconv.Itoa(try))
		return fmt.Sprintf("%s%08d", orderPrefix, binary.BigEndian.Uint64(mac)%100_000_000)
	}
}

func valueOf[T any](optional *T) T {
	if optional == nil {
		var zero T
		return zero
	}
	return *optional
}
