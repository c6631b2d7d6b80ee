package server

import (
	"context"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// ListOrderLinks shows which other orders have to do with this one.
func (s *orderHandlers) ListOrderLinks(ctx context.Context, req gen.ListOrderLinksRequestObject) (gen.ListOrderLinksResponseObject, error) {
	current := requestOf(ctx)
	reader := store.Reader{UserID: s.signedInUser(ctx, valueOf(req.Params.Authorization)), Session: current.orderSession}
	linked, err := s.orders.Links(ctx, reader, current.order.Order.ID)
	if err != nil {
		return nil, fmt.Errorf("read linked orders: %w", err)
	}
	return gen.ListOrderLinks200JSONResponse{Items: linksView(linked[current.order.Order.ID])}, nil
}

// signedInUser is who may be signed in beside holding the order's session. A session that is over shows nothing of a user's.
func (s *orderHandlers) signedInUser(ctx context.Context, authorization string) string {
	if known := requestOf(ctx).user.ID; known != "" {
		return known
	}
	_, session, err := s.sessions.sessionOf(ctx, strings.TrimPrefix(authorization, bearer))
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
			views[i].OrderId, views[i].OrderNumber, views[i].Kind = filled(link.OrderID), filled(link.Number), filled(string(link.Kind))
		}
	}
	return views
}
