// Package support is for people of ours who look after orders.
package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/updates"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// SupportHandlers are for people of ours who look after orders.
type SupportHandlers struct {
	*middleware.Core
	Updates        *updates.Updates
	Refunds        refundDecider
	RefundRequests refundRequests
	Entries        auditLog
	Audit          auditEntries
	Orders         supportOrders
	Messages       messageStates
	Purchases      supportPurchases
	Bought         purchaseResolver
	Deactivations  supportDeactivations
	Ended          deactivationResolver
	Numbers        lineNumbers
	Settlements    settlements
}

type supportOrders interface {
	Books(ctx context.Context, orderID string) (order.Books, error)
	ForSupport(ctx context.Context, query store.SupportQuery) ([]store.OrderRecord, error)
	Get(ctx context.Context, id string) (store.OrderRecord, error)
}

// ListSupportOrders shows orders that need a person.
func (s *SupportHandlers) ListSupportOrders(ctx context.Context, req gen.ListSupportOrdersRequestObject) (gen.ListSupportOrdersResponseObject, error) {
	in := req.Params
	records, err := s.Orders.ForSupport(ctx, store.SupportQuery{
		Stage: optional.Value(in.Stage), FailureCode: optional.Value(in.FailureCode), Number: optional.Value(in.Q), Page: cmp.Or(optional.Value(in.Page), 1),
	})
	if err != nil {
		return nil, fmt.Errorf("read support orders: %w", err)
	}
	if err := s.noteReads(ctx, records...); err != nil {
		return nil, err
	}
	v, err := views.For(ctx, s.Core)
	if err != nil {
		return nil, err
	}
	items := make([]gen.Order, len(records))
	for i, record := range records {
		items[i] = v.Order(record.Order)
		withoutSecrets(&items[i])
	}
	return gen.ListSupportOrders200JSONResponse{Items: items}, nil
}

// ResolveOrder passes a support person's decision on to a held order.
func (s *SupportHandlers) ResolveOrder(ctx context.Context, req gen.ResolveOrderRequestObject) (gen.ResolveOrderResponseObject, error) {
	current := middleware.RequestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	resolution, err := resolutionOf(*req.Body, current.User.ID)
	if err != nil {
		return nil, err
	}
	current.Order = record
	answer, err := s.Updates.Apply(ctx, contract.UpdateResolve, resolution)
	view := gen.Order(answer)
	withoutSecrets(&view)
	answer = gen.OrderJSONResponse(view)
	return gen.ResolveOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// orderForSupport finds any order, and writes down who wanted it.
func (s *SupportHandlers) orderForSupport(ctx context.Context, id string) (store.OrderRecord, error) {
	record, err := s.Orders.Get(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return record, contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return record, fmt.Errorf("read order: %w", err)
	}
	return record, s.noteReads(ctx, record)
}

// withoutSecrets leaves out what is the customer's alone: the PUK and the activation code.
func withoutSecrets(view *gen.Order) {
	view.Sim = nil
	if view.Profile != nil {
		view.Profile.MatchingId, view.Profile.Lpa, view.Profile.IosLink = nil, nil, nil
	}
}

func resolutionOf(in gen.ResolveOrderJSONRequestBody, actor string) (contract.Resolution, error) {
	resolution := contract.Resolution{Action: string(in.Action), Note: in.Note, Actor: actor}
	if in.Amendments == nil {
		return resolution, nil
	}
	resolution.Amendments = &contract.Amendments{Address: views.AddressOf(in.Amendments.Address)}
	if device := inputs.Device(in.Amendments.Device); device != nil {
		if err := esim.CheckDevice(*device); err != nil {
			return resolution, err
		}
		resolution.Amendments.Device = device
	}
	if in.Amendments.Contact != nil {
		contact, err := inputs.Contact(*in.Amendments.Contact)
		if err != nil {
			return resolution, contract.RefuseField("amendments.contact.mobileConfirmation", contract.FailMobileMismatch)
		}
		resolution.Amendments.Contact = &contact
	}
	return resolution, nil
}
