// Package support serves the support staff.
package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/casework"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/tx"
)

// SupportHandlers serve the staff who look after orders.
type SupportHandlers struct {
	*middleware.Core
	Decisions      *casework.Decisions
	RefundRequests refundRequests
	Entries        auditLog
	Audit          auditEntries
	Orders         supportOrders
	Messages       messageStates
	Purchases      supportPurchases
	Deactivations  supportDeactivations
	Numbers        lineNumbers
	Settlements    settlements
	Figures        figures
	Statements     waitingStatements
	Labels         Labels // nil: the courier hands out none
}

type supportOrders interface {
	Books(ctx context.Context, orderID string) (order.Books, error)
	ForSupport(ctx context.Context, query orderstore.SupportQuery) ([]orderstore.Record, error)
	Get(ctx context.Context, id string) (orderstore.Record, error)
}

// ListSupportOrders shows orders that need a person.
func (s *SupportHandlers) ListSupportOrders(ctx context.Context, req gen.ListSupportOrdersRequestObject) (gen.ListSupportOrdersResponseObject, error) {
	in := req.Params
	after, err := present.PlaceOf(in.After)
	if err != nil {
		return nil, err
	}
	records, err := s.Orders.ForSupport(ctx, orderstore.SupportQuery{
		Stage: optional.Value(in.Stage), FailureCode: optional.Value(in.FailureCode), Number: optional.Value(in.Q), After: after, Page: cmp.Or(optional.Value(in.Page), 1),
	})
	if err != nil {
		return nil, fmt.Errorf("read support orders: %w", err)
	}
	if err := s.noteReads(ctx, records...); err != nil {
		return nil, err
	}
	v, err := present.For(ctx, s.Core)
	if err != nil {
		return nil, err
	}
	items := make([]gen.Order, len(records))
	for i, record := range records {
		items[i] = v.Order(record.Order)
		present.WithoutSecrets(&items[i])
	}
	return gen.ListSupportOrders200JSONResponse{Items: items, Next: present.Next(records, func(r orderstore.Record) tx.Place {
		return tx.Place{At: r.Order.CreatedAt, ID: r.Order.ID}
	})}, nil
}

// ResolveOrder passes a support person's decision on to a held order.
func (s *SupportHandlers) ResolveOrder(ctx context.Context, req gen.ResolveOrderRequestObject) (gen.ResolveOrderResponseObject, error) {
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	resolution, err := resolutionOf(*req.Body)
	if err != nil {
		return nil, err
	}
	resolved, err := s.Decisions.DecideOrder(ctx, record.Order, resolution)
	if err != nil {
		return nil, err
	}
	view, err := present.Order(ctx, s.Core, resolved)
	present.WithoutSecrets(&view)
	return gen.ResolveOrder200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}

// orderForSupport finds any order, and audits the look.
func (s *SupportHandlers) orderForSupport(ctx context.Context, id string) (orderstore.Record, error) {
	record, err := s.Orders.Get(ctx, id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return record, contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return record, fmt.Errorf("read order: %w", err)
	}
	return record, s.noteReads(ctx, record)
}

func resolutionOf(in gen.ResolveOrderJSONRequestBody) (contract.Resolution, error) {
	resolution := contract.Resolution{Action: string(in.Action), Note: in.Note}
	if in.Amendments == nil {
		return resolution, nil
	}
	amendments, err := inputs.Amendments(in.Amendments.Address, in.Amendments.Contact, in.Amendments.Device)
	resolution.Amendments = amendments
	return resolution, err
}
