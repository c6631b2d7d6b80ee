package orders

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
)

// grantedFor is the lifetime of a session for a found order.
const grantedFor = 24 * time.Hour

// FindOrdersToActivate lets a holder of the card and the ID number activate its line, and do nothing else.
func (s *OrderHandlers) FindOrdersToActivate(ctx context.Context, req gen.FindOrdersToActivateRequestObject) (gen.FindOrdersToActivateResponseObject, error) {
	if !typed.HasLuhnDigit(req.Body.Iccid) {
		return nil, contract.RefuseField("iccid", contract.FailICCIDMistyped)
	}
	about := ratelimit.About{ratelimit.Card: req.Body.Iccid, ratelimit.IDNumber: req.Body.IdNumber}
	if err := s.Permit(ctx, ratelimit.CardSearch, about); err != nil {
		return nil, err
	}
	records, err := s.Orders.ByCard(ctx, req.Body.Iccid, req.Body.IdNumber)
	if err != nil {
		return nil, fmt.Errorf("find orders by card: %w", err)
	}
	var answer gen.FindOrdersToActivate200JSONResponse
	for _, record := range records {
		if !order.WaitsForItsCard(record.Order) {
			continue
		}
		session, err := s.grantSession(ctx, record.Order.ID, permission.Activation)
		if err != nil {
			return nil, err
		}
		answer.Items = append(answer.Items, struct {
			Msisdn         gen.SaudiMobile `json:"msisdn"`
			OrderId        gen.Uuid        `json:"orderId"`
			OrderNumber    string          `json:"orderNumber"`
			OrderSessionId string          `json:"orderSessionId"`
		}{order.MSISDN(record.Order), record.Order.ID, record.Order.Number, session})
	}
	if len(answer.Items) == 0 {
		return nil, contract.Refuse(contract.FailNoOrdersFound)
	}
	s.ForgiveFailures(ctx, ratelimit.CardSearch, about)
	return answer, nil
}

func (s *OrderHandlers) grantSession(ctx context.Context, orderID string, scope permission.Scope) (string, error) {
	session, hash := middleware.NewToken()
	if err := s.Orders.GrantSession(ctx, orderID, hash, scope, s.Now().Add(grantedFor)); err != nil {
		return "", fmt.Errorf("grant order session: %w", err)
	}
	return session, nil
}
