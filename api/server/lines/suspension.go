package lines

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// LineSuspender suspends lines for their owners, and ends the suspensions.
type LineSuspender interface {
	SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
	ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
}

type planReader interface {
	Get(ctx context.Context, lineID string) (contract.PlanSubscription, error)
}

type suspensionChange func(context.Context, contract.PlanSubscription, string, contract.SuspensionChoice) (contract.PlanSubscription, error)

// SuspendLine suspends the chosen line after the loss of its phone.
func (s *LineHandlers) SuspendLine(ctx context.Context, req gen.SuspendLineRequestObject) (gen.SuspendLineResponseObject, error) {
	shown, err := s.changeSuspension(ctx, contract.ChangeSuspend, req.Body.Otp, s.Suspensions.SuspendLine)
	return gen.SuspendLine200JSONResponse{SimsNowJSONResponse: shown}, err
}

// ReturnLine brings the chosen line back.
func (s *LineHandlers) ReturnLine(ctx context.Context, req gen.ReturnLineRequestObject) (gen.ReturnLineResponseObject, error) {
	shown, err := s.changeSuspension(ctx, contract.ChangeReturn, req.Body.Otp, s.Suspensions.ReturnLine)
	return gen.ReturnLine200JSONResponse{SimsNowJSONResponse: shown}, err
}

// changeSuspension makes every early check, then takes the code and makes the change.
func (s *LineHandlers) changeSuspension(ctx context.Context, what, otp string, change suspensionChange) (shown gen.SimsNowJSONResponse, err error) {
	current := middleware.RequestOf(ctx)
	found, now, err := s.validateSuspension(ctx, what)
	if err != nil {
		return shown, err
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(what), found.MSISDN, otp); err != nil {
		return shown, err
	}
	in := contract.SuspensionChoice{
		Key: current.Key, UserID: current.User.ID, Language: current.Language, Proof: contract.ByCode, Trace: traceOf(current),
	}
	if _, err := change(ctx, now, current.Key, in); err != nil {
		return shown, err
	}
	shown.Data, err = s.simInfo(ctx)
	return shown, err
}

// validateSuspension returns the chosen line and its plan, or refuses a suspension or return that is not possible now.
func (s *LineHandlers) validateSuspension(ctx context.Context, what string) (found linestore.Line, now contract.PlanSubscription, err error) {
	current := middleware.RequestOf(ctx)
	if found, err = s.Lines.Get(ctx, current.Line.LineID); err != nil {
		return found, now, fmt.Errorf("read line: %w", err)
	}
	if found.Status == contract.LineBlocked {
		return found, now, contract.Refuse(contract.FailLineBlocked)
	}
	now, err = s.Plans.Get(ctx, found.ID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, now, contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err != nil {
		return found, now, fmt.Errorf("read subscription: %w", err)
	}
	if what == contract.ChangeReturn {
		return found, now, subscription.ValidateReturn(now, current.Key)
	}
	return found, now, subscription.ValidateSuspension(now, current.Key)
}

func traceOf(current *middleware.Request) contract.Trace {
	return contract.Trace{ID: current.TraceID, Client: current.Network()}
}

// showStanding shows the line's state, whether the network has it, and the recipients of a code about a lost phone.
func (s *LineHandlers) showStanding(ctx context.Context, shown *gen.SimInfo, found linestore.Line) error {
	plan, err := s.Plans.Get(ctx, found.ID)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return fmt.Errorf("read subscription: %w", err)
	}
	followed := err == nil
	state, reason := line.Standing{Condition: found.Condition, Plan: plan.Stage}.State()
	shown.State, shown.Reason = gen.LineState(state), stateReason(reason)
	shown.NetworkFollows = !followed || !subscription.IsNetworkOutdated(plan)
	if found.IsSuspended() {
		shown.SuspendedAt = optional.Time(found.SuspendedSince)
	}
	to, err := s.Access.FindOtherAddress(ctx, found)
	shown.CodeGoesTo = []string{}
	for _, address := range []string{to.Email, to.Mobile} {
		if address != "" {
			shown.CodeGoesTo = append(shown.CodeGoesTo, notice.Masked(address))
		}
	}
	return err
}

func stateReason(reason contract.StateReason) *gen.LineStateReason {
	if reason == "" {
		return nil
	}
	shown := gen.LineStateReason(reason)
	return &shown
}

// ShowPuk shows the PUK of a SIM of the chosen line; lists leave it out.
func (s *LineHandlers) ShowPuk(ctx context.Context, req gen.ShowPukRequestObject) (gen.ShowPukResponseObject, error) {
	chosen := middleware.RequestOf(ctx).Line
	sim, err := s.SIMs.Get(ctx, chosen.LineID, req.Body.SimId)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailSIMUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read sim: %w", err)
	}
	card, err := s.Cards.Card(ctx, sim.ICCID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailPUKUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read card: %w", err)
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(gen.OtpSourceSimPuk)), chosen.MSISDN, req.Body.Otp); err != nil {
		return nil, err
	}
	if err := s.Audit.Write(ctx, pukShown(ctx, sim.ID)); err != nil { // without an audit entry the PUK is not shown
		return nil, fmt.Errorf("audit puk: %w", err)
	}
	var answer gen.ShowPuk200JSONResponse
	answer.Data.Puk1 = card.PUK1
	return answer, nil
}

func pukShown(ctx context.Context, simID string) audit.Record {
	current := middleware.RequestOf(ctx)
	return audit.Record{
		Area: audit.Account, Actor: current.User.ID, Action: "puk-shown",
		Details: map[string]string{"id": simID, "traceId": current.TraceID, "client": current.Network()},
	}
}
