package orders

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/flow"
	storeerrors "selfcare/internal/store/errors"
)

// disputeURL is the "this was not me" link. The secret works for this order and this line only; behind the # it
// reaches no log.
func (s *WizardHandlers) disputeURL(ctx context.Context, orderID, lineID string) string {
	return fmt.Sprintf("%s/%s/not-me/%s#%s", s.PublicURL, middleware.RequestOf(ctx).Language, orderID, s.disputeToken(orderID, lineID))
}

func (s *WizardHandlers) disputeToken(orderID, lineID string) string {
	return s.Derive.Token("dispute replacement", orderID, lineID)
}

// DisputeReplacement stops a SIM replacement that the line's holder did not ask for. It may be repeated.
func (s *WizardHandlers) DisputeReplacement(ctx context.Context, req gen.DisputeReplacementRequestObject) (gen.DisputeReplacementResponseObject, error) {
	o, err := s.findDisputedOrder(ctx, req.Id, req.Body.Token)
	if err != nil {
		return nil, err
	}
	if !stopped(o) {
		if o, err = s.dispute(ctx, o); err != nil {
			return nil, err
		}
	}
	answer := gen.DisputeReplacement200JSONResponse{OrderNumber: o.Number, Outcome: gen.DisputeReplacementAnswerOutcomeWithSupport}
	reason := contract.FailDisputeLate
	if stopped(o) {
		answer.Outcome, reason = gen.DisputeReplacementAnswerOutcomeStopped, contract.EndedDisputed
	}
	answer.Message = texts.Text(middleware.RequestOf(ctx).Language, reason, nil)
	return answer, nil
}

// findDisputedOrder finds the order of a link; a missing order and a forged link answer the same.
func (s *WizardHandlers) findDisputedOrder(ctx context.Context, orderID, token string) (contract.Order, error) {
	record, err := s.Orders.Get(ctx, orderID)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return record.Order, fmt.Errorf("read order: %w", err)
	}
	lineID := ""
	if record.Order.Line != nil {
		lineID = record.Order.Line.ID
	}
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.disputeToken(orderID, lineID))) != 1 || lineID == "" {
		return record.Order, contract.Refuse(contract.FailDisputeLink)
	}
	return record.Order, nil
}

// dispute passes the objection on. An order that has ended meanwhile was either stopped or is too old.
func (s *WizardHandlers) dispute(ctx context.Context, o contract.Order) (contract.Order, error) {
	after, err := flow.SendFromRow(ctx, o.Seq, func() (contract.Order, error) {
		return s.Flow.Update(ctx, o.Number, contract.UpdateDispute, middleware.RequestOf(ctx).Key, nil)
	})
	var refused *contract.Refusal
	if !errors.As(err, &refused) || refused.Code != contract.FailOrderClosed {
		return after, err
	}
	record, err := s.Orders.Get(ctx, o.ID)
	if err != nil {
		return o, fmt.Errorf("read order: %w", err)
	}
	if !stopped(record.Order) {
		return o, contract.Refuse(contract.FailDisputeLate)
	}
	return record.Order, nil
}

// stopped tells whether an order can no longer reach its end.
func stopped(o contract.Order) bool {
	switch o.Stage {
	case contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned:
		return true
	case contract.StageHeld:
		return o.Held != nil && o.Held.From == contract.StageCancelling
	default:
		return false
	}
}
