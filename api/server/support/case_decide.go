package support

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/casework"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/supportcase"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/refund"
	supportcasestore "selfcare/internal/store/supportcase"
)

// claimFor is how long an idle claim lasts.
const claimFor = 30 * time.Minute

// PreviewCase previews a decision. A refusal is an answer, too.
func (s *CaseHandlers) PreviewCase(ctx context.Context, req gen.PreviewCaseRequestObject) (gen.PreviewCaseResponseObject, error) {
	of, err := s.findSubject(ctx, supportcase.Kind(req.Kind), req.CaseId)
	if err != nil {
		return nil, err
	}
	if err := s.noteRead(ctx, of); err != nil {
		return nil, err
	}
	decision, err := s.decisionOf(ctx, of, supportcase.Action(req.Body.Action), req.Body.Amendments)
	if err != nil {
		return nil, err
	}
	will, err := s.preview(ctx, of, decision)
	var refused *contract.Refusal
	if err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	return gen.PreviewCase200JSONResponse{Data: wordsOf(ctx).preview(of, decision, will, refused)}, nil
}

// decisionOf reads a decision. Only orders have corrections; an impossible address or phone is refused here.
func (s *CaseHandlers) decisionOf(ctx context.Context, of *subject, action supportcase.Action, in *gen.CaseAmendments) (contract.Resolution, error) {
	decision := contract.Resolution{Action: string(action), Actor: middleware.RequestOf(ctx).User.ID}
	if in == nil || action != supportcase.Amend || of.order == nil {
		return decision, nil
	}
	amendments, err := inputs.Amendments(in.Address, in.Contact, in.Device)
	if err != nil {
		return decision, err
	}
	decision.Amendments = amendments
	return decision, s.checkAmendments(ctx, *amendments)
}

func (s *CaseHandlers) checkAmendments(ctx context.Context, a contract.Amendments) error {
	if a.Address != nil {
		_, err := s.Cities.City(ctx, a.Address.City)
		if errors.Is(err, storeerrors.ErrNotFound) {
			return contract.RefuseField("amendments.address.city", contract.FailCityUnknown)
		}
		if err != nil {
			return fmt.Errorf("find city: %w", err)
		}
	}
	if a.Device != nil && a.Device.Model != "" {
		takes, err := s.Cities.TakesESIM(ctx, a.Device.Model)
		if err != nil {
			return fmt.Errorf("find phone: %w", err)
		}
		if !takes {
			return contract.RefuseField("amendments.device.model", contract.FailDeviceUnknown)
		}
	}
	return nil
}

// preview asks the process's own rules for the effect of a decision, or its refusal.
func (s *CaseHandlers) preview(ctx context.Context, of *subject, decision contract.Resolution) (supportcase.Preview, error) {
	action := supportcase.Action(decision.Action)
	if !of.Decidable() {
		return supportcase.Preview{}, contract.Refuse(contract.FailCaseNotHeld)
	}
	if err := of.Kind.ValidateAction(action); err != nil {
		return supportcase.Preview{}, err
	}
	switch of.Kind {
	case supportcase.Order:
		v, err := present.For(ctx, s.Core)
		if err != nil {
			return supportcase.Preview{}, err
		}
		return supportcase.OfOrder(*of.order, decision, v.Limits())
	case supportcase.Purchase:
		return supportcase.OfPurchase(*of.purchase, decision)
	case supportcase.PortOut:
		return supportcase.OfPortOut(*of.portOut, decision)
	case supportcase.Deactivation:
		return supportcase.OfDeactivation(*of.deactivation, decision)
	case supportcase.Refund:
		return supportcase.OfRefund(*of.order, action, decision.Actor, of.waiting())
	case supportcase.Settlement, supportcase.BankPayment:
		return s.previewGiving(ctx, of, action)
	case supportcase.NumberReturn:
		return supportcase.OfNumberReturn(*of.numberReturn, decision)
	case supportcase.Subscription:
		return supportcase.OfSubscription(*of.plan, decision)
	case supportcase.Payment, supportcase.EInvoice, supportcase.Bill, supportcase.Ticket, supportcase.LostProcess:
	}
	return supportcase.Preview{}, contract.Refuse(contract.FailResolutionNotAllowed)
}

// previewGiving mentions first that a second person must approve the giving of a decision.
func (s *CaseHandlers) previewGiving(ctx context.Context, of *subject, action supportcase.Action) (will supportcase.Preview, err error) {
	if of.Kind == supportcase.Settlement {
		will, err = supportcase.OfSettlement(*of.difference, action)
	} else {
		will, err = supportcase.OfBankPayment(*of.bank)
	}
	if err != nil {
		return will, err
	}
	if of.waits {
		return will, contract.Refuse(contract.FailRefundWaits)
	}
	waits, err := s.Decisions.Waits(ctx, of.giving(settlement.Action(action)))
	if err == nil && waits {
		will = supportcase.AfterApproval(will)
	}
	return will, err
}

// giving is the money that a decision about a difference, or a bank payment, gives a customer.
func (of *subject) giving(action settlement.Action) refund.Payout {
	if of.difference != nil {
		return casework.OfSettlement(*of.difference, action, "")
	}
	return casework.OfBankReturn(*of.bank, "")
}

func (of *subject) waiting() *supportcase.Request {
	if of.request == nil {
		return nil
	}
	return &supportcase.Request{State: of.request.State, By: of.request.RequestedBy}
}

// ResolveCase passes a decision on: the person with the claim decides, about the state that they saw.
func (s *CaseHandlers) ResolveCase(ctx context.Context, req gen.ResolveCaseRequestObject) (gen.ResolveCaseResponseObject, error) {
	of, err := s.findSubject(ctx, supportcase.Kind(req.Kind), req.CaseId)
	if err != nil {
		return nil, err
	}
	decision, err := s.decisionOf(ctx, of, supportcase.Action(req.Body.Action), req.Body.Amendments)
	if err != nil {
		return nil, err
	}
	decision.Note = req.Body.Note
	again, err := s.isDecidedBefore(ctx, of, decision)
	if err != nil {
		return nil, err
	}
	if again {
		shown, err := s.detail(ctx, of)
		return gen.ResolveCase200JSONResponse{Data: shown}, err
	}
	if _, err := s.preview(ctx, of, decision); err != nil {
		return nil, err
	}
	if err := s.claimCase(ctx, of); err != nil {
		return nil, err
	}
	if req.Body.Seen != of.seen {
		return nil, contract.Refuse(contract.FailCaseOutdated)
	}
	if err := s.decide(ctx, of, decision); err != nil {
		return nil, err
	}
	after, err := s.findSubject(ctx, of.Kind, of.ID)
	if err != nil {
		return nil, err
	}
	shown, err := s.detail(ctx, after)
	return gen.ResolveCase200JSONResponse{Data: shown}, err
}

// isDecidedBefore recognizes the repeat of a decision whose answer got lost: nothing is held any more, and the last
// audit entry is this decision.
func (s *CaseHandlers) isDecidedBefore(ctx context.Context, of *subject, in contract.Resolution) (bool, error) {
	if of.Decidable() || of.audited() == "" {
		return false, nil
	}
	entries, err := s.decisions(ctx, of)
	if err != nil {
		return false, err
	}
	if len(entries) == 0 {
		return false, nil
	}
	last := entries[0]
	return last.Actor == in.Actor && last.Action == in.Action && last.Note == in.Note && s.Now().Sub(last.At) < claimFor, nil
}

// claimCase requires the caller's claim on a case; a free case is claimed for them.
func (s *CaseHandlers) claimCase(ctx context.Context, of *subject) error {
	now := s.Now()
	claim, taken, err := s.Cases.Take(ctx, supportcasestore.Taking{
		Kind: of.Kind, ID: of.ID, By: middleware.RequestOf(ctx).User.ID, At: now, Until: now.Add(claimFor),
	})
	if err != nil {
		return fmt.Errorf("claim case: %w", err)
	}
	if !taken {
		return contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": claim.Name})
	}
	return nil
}

func (s *CaseHandlers) decide(ctx context.Context, of *subject, in contract.Resolution) (err error) {
	switch of.Kind {
	case supportcase.Order:
		_, err = s.Decisions.DecideOrder(ctx, *of.order, in)
	case supportcase.Purchase:
		_, err = s.Decisions.DecidePurchase(ctx, *of.purchase, in)
	case supportcase.PortOut:
		_, err = s.Decisions.DecidePortOut(ctx, *of.portOut, in)
	case supportcase.Deactivation:
		_, err = s.Decisions.DecideDeactivation(ctx, *of.deactivation, in)
	case supportcase.Refund:
		err = s.decideRefund(ctx, of, in)
	case supportcase.Settlement:
		_, _, err = s.Decisions.DecideSettlement(ctx, *of.difference, settlement.Action(in.Action), in.Note) // the answered case shows that it waits
	case supportcase.BankPayment:
		_, _, err = s.Decisions.ReturnBankPayment(ctx, *of.bank, in.Note)
	case supportcase.NumberReturn:
		err = s.Decisions.DecideNumberReturn(ctx, *of.numberReturn, in)
	case supportcase.Subscription:
		_, err = s.Decisions.DecidePlan(ctx, *of.plan, in)
	case supportcase.Payment, supportcase.EInvoice, supportcase.Bill, supportcase.Ticket, supportcase.LostProcess:
		err = contract.Refuse(contract.FailResolutionNotAllowed)
	}
	return err
}

func (s *CaseHandlers) decideRefund(ctx context.Context, of *subject, in contract.Resolution) error {
	switch supportcase.Action(in.Action) {
	case supportcase.Decline:
		_, err := s.Decisions.DecideRefundRequest(ctx, of.request.ID, contract.RefundDeclined, in.Note)
		return err
	case supportcase.Approve:
		asked, err := s.Decisions.DecideRefundRequest(ctx, of.request.ID, contract.RefundApproved, in.Note)
		if err != nil {
			return err
		}
		_, err = s.Decisions.BeginApprovedRefund(ctx, *of.order, asked)
		return err
	default:
		_, err := s.Decisions.BeginRefund(ctx, *of.order, contract.RefundDecision{Key: middleware.RequestOf(ctx).Key, Actor: in.Actor, Note: in.Note})
		return err
	}
}
