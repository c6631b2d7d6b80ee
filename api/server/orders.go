package server

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// GetOrder shows the order as the store has it; no worker is needed.
func (s *Server) GetOrder(ctx context.Context, _ gen.GetOrderRequestObject) (gen.GetOrderResponseObject, error) {
	view, err := s.view(ctx, callOf(ctx).order.Order)
	return gen.GetOrder200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}

// GetOrderTimeline tells what happened so far.
func (s *Server) GetOrderTimeline(ctx context.Context, _ gen.GetOrderTimelineRequestObject) (gen.GetOrderTimelineResponseObject, error) {
	asked := callOf(ctx)
	events, err := s.Store.Timeline(ctx, asked.order.Order.ID)
	if err != nil {
		return nil, fmt.Errorf("read timeline: %w", err)
	}
	items := make([]gen.TimelineEvent, len(events))
	for i, event := range events {
		items[i] = gen.TimelineEvent{
			Id: event.ID, Key: event.Key, At: event.At.UTC(), Title: texts.Text(asked.language, event.Key, event.Params),
		}
	}
	return gen.GetOrderTimeline200JSONResponse{Items: items}, nil
}

// ListOrders shows the signed-in customer's own orders.
func (s *Server) ListOrders(ctx context.Context, req gen.ListOrdersRequestObject) (gen.ListOrdersResponseObject, error) {
	page := orDefault(valueOf(req.Params.Page), 1)
	records, more, err := s.Store.OrdersOf(ctx, callOf(ctx).user.ID, page)
	if err != nil {
		return nil, fmt.Errorf("read own orders: %w", err)
	}
	items, err := s.summariesOf(ctx, records)
	if err != nil {
		return nil, err
	}
	return gen.ListOrders200JSONResponse{Items: items, Page: page, PerPage: store.OwnOrdersPage, HasMore: more}, nil
}

// summariesOf shows the orders of whoever is signed in, with what has to do with each.
func (s *Server) summariesOf(ctx context.Context, records []store.OrderRecord) ([]gen.OrderSummary, error) {
	ids := make([]string, len(records))
	for i, record := range records {
		ids[i] = record.Order.ID
	}
	linked, err := s.Store.LinkedOrders(ctx, store.Reader{UserID: callOf(ctx).user.ID}, ids...)
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

func summaryOf(record store.OrderRecord) gen.OrderSummary {
	o := record.Order
	shown := gen.OrderSummary{
		Id: o.ID, OrderNumber: o.Number, Kind: string(o.Kind), NumberSource: string(o.NumberSource), Stage: gen.OrderStage(o.Stage),
		CreatedAt: o.CreatedAt.UTC(), UpdatedAt: record.UpdatedAt.UTC(),
	}
	if status := gen.OrderCustomerStatus(order.CustomerStatus(o)); status != "" {
		shown.CustomerStatus = &status
	}
	if o.Booking != nil {
		shown.Msisdn = &o.Booking.MSISDN
	}
	if o.Price != nil {
		total := int64(o.Price.Total)
		shown.Total = &total
	}
	return shown
}

// view shows an order to the caller.
func (s *Server) view(ctx context.Context, o contract.Order) (gen.Order, error) {
	v, err := s.viewer(ctx)
	return v.order(o), err
}

func (s *Server) viewer(ctx context.Context) (viewer, error) {
	settings, err := s.settings(ctx)
	return viewer{language: callOf(ctx).language, settings: settings, now: s.Now()}, err
}

// settings may be some seconds old: an order keeps the ones it was started with anyway.
func (s *Server) settings(ctx context.Context) (store.Settings, error) {
	settings, err := recall(ctx, s.known, "settings", s.Store.Settings)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	return settings, nil
}
