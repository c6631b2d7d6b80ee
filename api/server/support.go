package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// supportHandlers are for people of ours who look after orders.
type supportHandlers struct {
	*core
	sessions *sessionHandlers
	updates  *orderUpdates
	refunds  Refunds
	entries  auditReader
	orders   supportOrders
	messages messageStates
}

type auditReader interface {
	SupportLog(ctx context.Context, orderID string, page int) ([]store.AuditEntry, error)
	AccountLog(ctx context.Context, page int) ([]store.AuditEntry, error)
}

type supportOrders interface {
	Books(ctx context.Context, orderID string) (order.Books, error)
	ForSupport(ctx context.Context, query store.SupportQuery) ([]store.OrderRecord, error)
	Get(ctx context.Context, id string) (store.OrderRecord, error)
}

// Roles of people who work for the operator.
const (
	roleSupport  = "support"
	roleOperator = "operator"
)

// requireSupport lets only support people pass.
func (s *supportHandlers) requireSupport(c fiber.Ctx) error {
	if err := s.sessions.requireSession(c); err != nil {
		return err
	}
	if !slices.Contains(requestOf(c.Context()).user.Roles, roleSupport) {
		return contract.Refuse(contract.FailForbidden)
	}
	return nil
}

// ListSupportOrders shows orders that need a person.
func (s *supportHandlers) ListSupportOrders(ctx context.Context, req gen.ListSupportOrdersRequestObject) (gen.ListSupportOrdersResponseObject, error) {
	in := req.Params
	records, err := s.orders.ForSupport(ctx, store.SupportQuery{
		Stage: valueOf(in.Stage), FailureCode: valueOf(in.FailureCode), Number: valueOf(in.Q), Page: orDefault(valueOf(in.Page), 1),
	})
	if err != nil {
		return nil, fmt.Errorf("read support orders: %w", err)
	}
	v, err := s.presenter(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]gen.Order, len(records))
	for i, record := range records {
		items[i] = v.order(record.Order)
		withoutSecrets(&items[i])
	}
	return gen.ListSupportOrders200JSONResponse{Items: items}, nil
}

// ResolveOrder passes a support person's decision on to a held order.
func (s *supportHandlers) ResolveOrder(ctx context.Context, req gen.ResolveOrderRequestObject) (gen.ResolveOrderResponseObject, error) {
	current := requestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	resolution, err := resolutionOf(*req.Body, current.user.ID)
	if err != nil {
		return nil, err
	}
	current.order = record
	answer, err := s.updates.apply(ctx, contract.UpdateResolve, resolution)
	view := gen.Order(answer)
	withoutSecrets(&view)
	answer = gen.OrderJSONResponse(view)
	return gen.ResolveOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// RefundOrder has the money of a completed order given back. What is refused here is only refused early: the order's row is
// looked at again when the refund begins. A repeat goes to the workflow, which knows what it was answered with.
func (s *supportHandlers) RefundOrder(ctx context.Context, req gen.RefundOrderRequestObject) (gen.RefundOrderResponseObject, error) {
	current := requestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	if err := order.MayRefund(record.Order); err != nil && !order.RefundDecidedBy(record.Order, current.key) {
		return nil, err
	}
	refunded, err := s.refunds.Decide(ctx, record.Order, contract.RefundDecision{Key: current.key, Actor: current.user.ID, Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, refunded)
	withoutSecrets(&view)
	return gen.RefundOrder200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}

// orderForSupport finds any order.
func (s *supportHandlers) orderForSupport(ctx context.Context, id string) (store.OrderRecord, error) {
	record, err := s.orders.Get(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return record, contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return record, fmt.Errorf("read order: %w", err)
	}
	return record, nil
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
	resolution.Amendments = &contract.Amendments{Address: addressOf(in.Amendments.Address)}
	if device := deviceOf(in.Amendments.Device); device != nil {
		if err := esim.CheckDevice(*device); err != nil {
			return resolution, err
		}
		resolution.Amendments.Device = device
	}
	if in.Amendments.Contact != nil {
		contact, err := contactOf(*in.Amendments.Contact)
		if err != nil {
			return resolution, contract.RefuseField("amendments.contact.mobileConfirmation", contract.FailMobileMismatch)
		}
		resolution.Amendments.Contact = &contact
	}
	return resolution, nil
}

// ListAudit shows what support people did, or what happened to accounts.
func (s *supportHandlers) ListAudit(ctx context.Context, req gen.ListAuditRequestObject) (gen.ListAuditResponseObject, error) {
	entries, err := s.auditEntries(ctx, req.Params)
	if err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	items := make([]gen.AuditEntry, len(entries))
	for i, entry := range entries {
		items[i] = gen.AuditEntry{
			Id: entry.ID, OrderId: filled(entry.OrderID), Actor: entry.Actor, Action: entry.Action, Note: entry.Note,
			Details: entry.Details, At: entry.At.UTC(),
		}
	}
	return gen.ListAudit200JSONResponse{Items: items}, nil
}

func (s *supportHandlers) auditEntries(ctx context.Context, in gen.ListAuditParams) ([]store.AuditEntry, error) {
	page := orDefault(valueOf(in.Page), 1)
	if valueOf(in.Area) == gen.Account {
		return s.entries.AccountLog(ctx, page)
	}
	return s.entries.SupportLog(ctx, valueOf(in.OrderId), page)
}
