// Package orders takes orders through the wizard, shows them, and changes placed orders for their customers.
package orders

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/stepflow"
	"selfcare/api/server/verification"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	orderstore "selfcare/internal/store/order"
)

// OrderHandlers show orders and change placed orders for their customers.
type OrderHandlers struct {
	*middleware.Core
	Codes      *verification.Codes
	Sessions   *middleware.Sessions
	Updates    *stepflow.Updates
	Notices    verification.NoticeSender
	Orders     orderStore
	Changes    orderChanges
	StreamPoll time.Duration
	StreamBeat time.Duration
	Stopping   <-chan struct{}
	Signed     liveSessions
	Links      links
	Messages   messageStates
	Stamped    stamped

	streams places
}

// liveSessions tells whether a session still counts, without using it.
type liveSessions interface {
	Live(ctx context.Context, tokenHash []byte, now time.Time) (bool, error)
}

type orderStore interface {
	ByCard(ctx context.Context, iccid, idNumber string) ([]orderstore.Record, error)
	ByNumber(ctx context.Context, number string) (orderstore.Record, error)
	EndSession(ctx context.Context, orderID string, session []byte) error
	Get(ctx context.Context, id string) (orderstore.Record, error)
	GrantSession(ctx context.Context, orderID string, session []byte, scope permission.Scope, expires time.Time) error
	Links(ctx context.Context, reader orderstore.Reader, orderIDs ...string) (map[string][]order.Link, error)
	OpenLink(ctx context.Context, orderID string, link, session []byte, scope permission.Scope, expires time.Time) error
	Owns(ctx context.Context, userID, orderID string) (bool, error)
	OfUser(ctx context.Context, userID string, page int) (records []orderstore.Record, more bool, err error)
	Seq(ctx context.Context, id string) (int64, error)
	SessionScope(ctx context.Context, orderID string, session []byte) (permission.Scope, error)
	Timeline(ctx context.Context, orderID string) ([]orderstore.TimelineEvent, error)
}

type links interface {
	Find(ctx context.Context, code string) (messagelink.Link, error)
}

type orderChanges interface {
	SubscribeOrder(ctx context.Context, orderID string) (changes <-chan int64, closeFn func())
}

// GetOrder shows the order from the store; no worker is needed.
func (s *OrderHandlers) GetOrder(ctx context.Context, _ gen.GetOrderRequestObject) (gen.GetOrderResponseObject, error) {
	view, err := present.Order(ctx, s.Core, middleware.RequestOf(ctx).Order.Order)
	return gen.GetOrder200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}

// EndOrderSession ends the shown session of the order; a signed-in owner has none to end.
func (s *OrderHandlers) EndOrderSession(ctx context.Context, _ gen.EndOrderSessionRequestObject) (gen.EndOrderSessionResponseObject, error) {
	current := middleware.RequestOf(ctx)
	if err := s.Orders.EndSession(ctx, current.Order.Order.ID, current.OrderSession); err != nil {
		return nil, fmt.Errorf("end order session: %w", err)
	}
	return gen.EndOrderSession204Response{}, nil
}

// GetOrderTimeline shows the events of an order.
func (s *OrderHandlers) GetOrderTimeline(ctx context.Context, _ gen.GetOrderTimelineRequestObject) (gen.GetOrderTimelineResponseObject, error) {
	current := middleware.RequestOf(ctx)
	events, err := s.Orders.Timeline(ctx, current.Order.Order.ID)
	if err != nil {
		return nil, fmt.Errorf("read timeline: %w", err)
	}
	items := make([]gen.TimelineEvent, len(events))
	for i, event := range events {
		items[i] = present.Event(current.Language, event)
	}
	unreached, err := s.listUnreached(ctx, current.Order.Order)
	return gen.GetOrderTimeline200JSONResponse{Items: items, Unreached: unreached}, err
}

// ListOrders shows the signed-in customer's own orders.
func (s *OrderHandlers) ListOrders(ctx context.Context, req gen.ListOrdersRequestObject) (gen.ListOrdersResponseObject, error) {
	page := cmp.Or(optional.Value(req.Params.Page), 1)
	records, more, err := s.Orders.OfUser(ctx, middleware.RequestOf(ctx).User.ID, page)
	if err != nil {
		return nil, fmt.Errorf("read own orders: %w", err)
	}
	items, err := s.summariesOf(ctx, records)
	if err != nil {
		return nil, err
	}
	return gen.ListOrders200JSONResponse{Items: items, Page: page, PerPage: orderstore.OwnPage, HasMore: more}, nil
}

// summariesOf shows the orders of the signed-in user, with their related orders.
func (s *OrderHandlers) summariesOf(ctx context.Context, records []orderstore.Record) ([]gen.OrderSummary, error) {
	ids := make([]string, len(records))
	for i, record := range records {
		ids[i] = record.Order.ID
	}
	linked, err := s.Orders.Links(ctx, orderstore.Reader{UserID: middleware.RequestOf(ctx).User.ID}, ids...)
	if err != nil {
		return nil, fmt.Errorf("read linked orders: %w", err)
	}
	items := make([]gen.OrderSummary, len(records))
	for i, record := range records {
		items[i] = summaryOf(record)
		if links := linked[record.Order.ID]; len(links) > 0 {
			views := linksView(links)
			items[i].Links = &views
		}
	}
	return items, nil
}

func summaryOf(record orderstore.Record) gen.OrderSummary {
	o := record.Order
	shown := gen.OrderSummary{
		Id: o.ID, OrderNumber: o.Number, Kind: string(o.Kind), NumberSource: string(o.NumberSource), Stage: gen.OrderStage(o.Stage),
		CreatedAt: o.CreatedAt.UTC(), UpdatedAt: record.UpdatedAt.UTC(), CanCorrectAddress: optional.True(order.CanCorrectAddress(o)),
	}
	if status := gen.OrderCustomerStatus(order.CustomerStatus(o)); status != "" {
		shown.CustomerStatus = &status
	}
	shown.Msisdn = optional.Text(order.MSISDN(o))
	if o.ExtraSIM != nil {
		shown.SimName = optional.Text(o.ExtraSIM.Name)
	}
	if o.Price != nil {
		total := int64(o.Price.Total)
		shown.Total = &total
	}
	return shown
}
