package orders

import (
	"context"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
)

// StartOrder starts the order's workflow, and books the chosen number, if any, in the same round trip.
func (s *WizardHandlers) StartOrder(ctx context.Context, req gen.StartOrderRequestObject) (gen.StartOrderResponseObject, error) {
	draft := draftOf(req.Body)
	if err := permission.StartOrder(draft.Kind, draft.NumberSource, middleware.RequestOf(ctx).User.ID != ""); err != nil {
		return nil, err
	}
	if err := order.ValidateStart(draft, optional.Value(req.Body.Msisdn)); err != nil {
		return nil, err
	}
	if err := s.checkDevice(ctx, draft.Device); err != nil {
		return nil, err
	}
	if err := s.checkReferral(ctx, draft.Referral); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.OrderStart, nil); err != nil {
		return nil, err
	}
	if err := s.validateMultiSIM(ctx, draft.Kind, optional.Value(req.Params.XSubAccount)); err != nil {
		return nil, err
	}
	input, session, err := s.newOrder(ctx, draft)
	if err != nil {
		return nil, err
	}
	started, err := s.startWith(ctx, input, optional.Value(req.Body.Msisdn))
	if err != nil {
		return nil, err
	}
	view, err := present.Order(ctx, s.Core, started)
	if err != nil {
		return nil, err
	}
	return gen.StartOrder201JSONResponse{OrderSessionId: session, Order: view}, nil
}

func (s *WizardHandlers) startWith(ctx context.Context, input contract.OrderInput, msisdn string) (contract.Order, error) {
	numbers, key := s.orderNumbers(ctx), middleware.RequestOf(ctx).Key
	s.StepLimits.noteDevice(ctx, input.Order.ID)
	start := func() (contract.Order, error) { return s.Flow.Start(ctx, input, numbers, msisdn, key) }
	if msisdn == "" {
		return start()
	}
	return s.StepLimits.countHold(ctx, input.Order.ID, start)
}

// newOrder derives id and session from the idempotency key: see Deriver.
func (s *WizardHandlers) newOrder(ctx context.Context, o contract.Order) (contract.OrderInput, string, error) {
	current := middleware.RequestOf(ctx)
	settings, err := s.Settings(ctx)
	if err != nil {
		return contract.OrderInput{}, "", err
	}
	id := s.Derive.ID("order", current.Subject, current.Key)
	session := s.Derive.Token("order session", id)
	hash, _ := middleware.TokenHash(session) // just issued, so well formed
	o.ID, o.Language, o.CreatedAt = id, current.Language, s.Now().UTC().Truncate(time.Millisecond)
	return contract.OrderInput{Order: o, Settings: settings.ForOrder(), Session: hash, Subject: current.User.ID}, session, nil
}

// draftOf reads the order from the request; the number comes with the first step.
func draftOf(in *gen.StartOrderJSONRequestBody) contract.Order {
	o := contract.Order{
		Kind: contract.Kind(in.Kind), NumberSource: contract.NumberSource(in.NumberSource),
		PackageID: optional.Value(in.PackageId), Referral: optional.Value(in.ReferralCode), SIMType: contract.SIMType(optional.Value(in.SimType)), Stage: contract.StageWizard,
	}
	o.Device = inputs.Device(in.Device)
	return o
}

// orderNumbers draws the number that customers read out: the same numbers for the same idempotency key, so that a
// repeat finds its order. They are not a sequence, which would reveal our sales.
func (s *WizardHandlers) orderNumbers(ctx context.Context) func(try int) string {
	current := middleware.RequestOf(ctx)
	return func(try int) string {
		mac := s.Derive.MAC("order number", current.Subject, current.Key, strconv.Itoa(try))
		return typed.OrderNumber.Write(mac)
	}
}
