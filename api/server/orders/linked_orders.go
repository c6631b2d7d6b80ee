package orders

import (
	"context"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/order"
	orderstore "selfcare/internal/store/order"
)

// ListOrderLinks lists the orders related to this one.
func (s *OrderHandlers) ListOrderLinks(ctx context.Context, req gen.ListOrderLinksRequestObject) (gen.ListOrderLinksResponseObject, error) {
	current := middleware.RequestOf(ctx)
	reader := orderstore.Reader{UserID: s.readSignedInUser(ctx, optional.Value(req.Params.Authorization)), Session: current.OrderSession}
	linked, err := s.Orders.Links(ctx, reader, current.Order.Order.ID)
	if err != nil {
		return nil, fmt.Errorf("read linked orders: %w", err)
	}
	return gen.ListOrderLinks200JSONResponse{Items: linksView(linked[current.Order.Order.ID])}, nil
}

// readSignedInUser returns the signed-in user next to the order's session, if there is one. An ended session counts as
// none.
func (s *OrderHandlers) readSignedInUser(ctx context.Context, authorization string) string {
	if known := middleware.RequestOf(ctx).User.ID; known != "" {
		return known
	}
	_, session, err := s.Sessions.Of(ctx, strings.TrimPrefix(authorization, middleware.Bearer))
	if err != nil {
		return ""
	}
	return session.User.ID
}

func linksView(links []order.Link) []gen.OrderLink {
	views := make([]gen.OrderLink, len(links))
	for i, link := range links {
		views[i] = gen.OrderLink{Relation: gen.OrderLinkRelation(link.Relation)}
		if !link.Forbidden {
			views[i].OrderId, views[i].OrderNumber, views[i].Kind = optional.Text(link.OrderID), optional.Text(link.Number), optional.Text(string(link.Kind))
		}
	}
	return views
}
