package support

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/supportcase"
	storeerrors "selfcare/internal/store/errors"
	refundstore "selfcare/internal/store/refund"
	"selfcare/internal/store/tx"
)

type refundRequests interface {
	Expire(ctx context.Context, now time.Time) error
	Page(ctx context.Context, state contract.RefundRequestState, after *tx.Place, page int) (requests []refundstore.Request, more bool, err error)
}

// RefundOrder refunds a completed order, or asks a second person first for a large amount. Its checks only refuse
// early: the refund reads the order's row again at its begin. A repeat goes to the workflow, which has the first
// answer.
func (s *SupportHandlers) RefundOrder(ctx context.Context, req gen.RefundOrderRequestObject) (gen.RefundOrderResponseObject, error) {
	current := middleware.RequestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	if err := order.ValidateRefund(record.Order); err != nil && !order.RefundDecidedBy(record.Order, current.Key) {
		return nil, err
	}
	settings, err := s.SettingsStore.Get(ctx) // read fresh: an operator may just have lowered the limit
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	waits, err := s.refundWaits(ctx, record.Order, req.Body.Note, settings.RefundSecondPersonAbove)
	if err != nil {
		return nil, err
	}
	if waits != nil {
		return gen.RefundOrder202JSONResponse(present.RefundRequest(ctx, *waits)), nil
	}
	refunded, err := s.Decisions.BeginRefund(ctx, record.Order, contract.RefundDecision{Key: current.Key, Actor: current.User.ID, Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	view, err := s.viewRefunded(ctx, refunded)
	return gen.RefundOrder200JSONResponse{OrderJSONResponse: view}, err
}

// refundWaits makes a refund wait for a second person if the order's refunds, or those of the customer's day, would
// exceed the limit. A running refund is already decided.
func (s *SupportHandlers) refundWaits(
	ctx context.Context, o contract.Order, note string, above contract.Halalas,
) (waits *refundstore.Request, err error) {
	switch {
	case o.Refund != nil:
		return nil, nil
	case order.NeedsSecondPerson(o, above):
		return s.Decisions.Ask(ctx, ofOrder(o, note))
	default:
		return s.Decisions.GiveOrAsk(ctx, ofOrder(o, note))
	}
}

// ofOrder is the giving of a completed order's refund; call it after ValidateRefund.
func ofOrder(o contract.Order, note string) refundstore.Payout {
	return refundstore.Payout{
		Key: "refund/" + order.PaidPayment(o).ID, Way: contract.PayoutRefund, SubjectID: o.ID, Reference: o.Number, Amount: order.RefundTotal(o), Note: note,
	}
}

func (s *SupportHandlers) viewRefunded(ctx context.Context, o contract.Order) (gen.OrderJSONResponse, error) {
	view, err := present.Order(ctx, s.Core, o)
	present.WithoutSecrets(&view)
	return gen.OrderJSONResponse(view), err
}

// refund shows whether a completed order can be refunded, and the effect; RefundOrder decides anew.
func (s *CaseHandlers) refund(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	o := of.order
	if of.Kind != supportcase.Order || o.Stage != contract.StageActive || o.Refund == nil && order.PaidPayment(*o) == nil {
		return nil
	}
	settings, err := s.SettingsStore.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	above := settings.RefundSecondPersonAbove
	if o.Refund == nil && !order.NeedsSecondPerson(*o, above) {
		waits, err := s.Decisions.Waits(ctx, ofOrder(*o, ""))
		if err != nil {
			return err
		}
		if waits {
			above = 0
		}
	}
	view := gen.CaseRefund{SecondPerson: order.NeedsSecondPerson(*o, above), Sentences: []gen.CaseWords{}}
	view.State, err = refundState(ctx, s.Requests, *o, s.Now())
	if err != nil {
		return err
	}
	if view.State == gen.CaseRefundStatePossible {
		will, err := supportcase.AskRefund(*o, above)
		if err != nil {
			return err
		}
		for _, sentence := range will.Sentences {
			view.Sentences = append(view.Sentences, wordsOf(ctx).sentence(sentence, of.Reference))
		}
	}
	shown.Refund = &view
	return nil
}

func refundState(ctx context.Context, requests caseRequests, o contract.Order, now time.Time) (gen.CaseRefundState, error) {
	switch {
	case o.Refund.Done():
		return gen.CaseRefundStateDone, nil
	case o.Refund != nil:
		return gen.CaseRefundStateBegun, nil
	}
	asked, err := requests.AliveOf(ctx, contract.PayoutRefund, o.ID)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return gen.CaseRefundStatePossible, nil
	case err != nil:
		return "", fmt.Errorf("read refund request: %w", err)
	case asked.State == contract.RefundApproved:
		return gen.CaseRefundStateBegun, nil
	case now.After(asked.ExpiresAt):
		return gen.CaseRefundStatePossible, nil
	default:
		return gen.CaseRefundStateWaits, nil
	}
}
