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
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/plan"
	"selfcare/internal/flow"
	endingstore "selfcare/internal/store/ending"
	linestore "selfcare/internal/store/line"
)

// DeactivationHandlers end lines for their owners, and show the state of deactivations.
type DeactivationHandlers struct {
	*middleware.Core
	Access        *verification.LineAccess
	Codes         *verification.Codes
	Flow          DeactivationFlow
	Deactivations deactivationReader
	Endings       endingReader
	Lines         endedLineReader
	Sold          planNames
	PublicURL     string
}

// DeactivationFlow reaches the workflows that end lines. Each call answers with the deactivation as it is afterwards.
type DeactivationFlow interface {
	Start(ctx context.Context, in contract.DeactivationInput, key string) (contract.Deactivation, error)
	Undo(ctx context.Context, lineID, key string, in contract.DeactivationUndo) (contract.Deactivation, error)
}

type deactivationReader interface {
	Get(ctx context.Context, id string) (contract.Deactivation, bool, error)
	Latest(ctx context.Context, lineID string) (contract.Deactivation, bool, error)
}

type endingReader interface {
	Line(ctx context.Context, lineID string) (endingstore.Line, bool, error)
	FactsFor(ctx context.Context, line endingstore.Line, userID string) (ending.Facts, error)
	Get(ctx context.Context, id string) (contract.FinalStatement, bool, error)
}

type endedLineReader interface {
	Get(ctx context.Context, id string) (linestore.Line, error)
	MSISDN(ctx context.Context, id string) (string, error)
}

type planNames interface {
	PlanSold(ctx context.Context, id string) (plan.Plan, error)
}

// ListDeactivationReasons lists the reasons for giving up a line.
func (s *DeactivationHandlers) ListDeactivationReasons(
	ctx context.Context, _ gen.ListDeactivationReasonsRequestObject,
) (gen.ListDeactivationReasonsResponseObject, error) {
	var answer gen.ListDeactivationReasons200JSONResponse
	language := middleware.RequestOf(ctx).Language
	for _, key := range ending.Reasons {
		answer.Data = append(answer.Data, struct {
			ReasonKey gen.DeactivationReason `json:"reasonKey"`
			Text      string                 `json:"text"`
		}{gen.DeactivationReason(key), texts.Text(language, "deactivation.reason."+key, nil)})
	}
	return answer, nil
}

// GetDeactivation shows the losses and dues of ending the chosen line.
func (s *DeactivationHandlers) GetDeactivation(ctx context.Context, _ gen.GetDeactivationRequestObject) (gen.GetDeactivationResponseObject, error) {
	line, facts, rules, err := s.readFacts(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.lineToEnd(ctx, line, facts, rules)
	if err != nil {
		return nil, err
	}
	found, known, err := s.Deactivations.Latest(ctx, line.LineID)
	if err != nil {
		return nil, fmt.Errorf("read deactivation: %w", err)
	}
	if known {
		now, err := s.view(ctx, found, line.MSISDN)
		if err != nil {
			return nil, err
		}
		shown.Deactivation = &now
	}
	return gen.GetDeactivation200JSONResponse{Data: shown}, nil
}

// readFacts returns the facts about the chosen line that count for a deactivation.
func (s *DeactivationHandlers) readFacts(ctx context.Context) (line endingstore.Line, f ending.Facts, r ending.Rules, err error) {
	current := middleware.RequestOf(ctx)
	settings, err := s.Settings(ctx)
	if err != nil {
		return line, f, r, err
	}
	line, inService, err := s.Endings.Line(ctx, current.Line.LineID)
	if err == nil && !inService {
		err = contract.Refuse(contract.FailNumberAbsent)
	}
	if err != nil {
		return line, f, r, fmt.Errorf("read line: %w", err)
	}
	f, err = s.Endings.FactsFor(ctx, line, current.User.ID)
	return line, f, settings.Ending.Rules(), err
}

// DeactivateNumber ends the chosen line after the time for a withdrawal.
func (s *DeactivationHandlers) DeactivateNumber(ctx context.Context, req gen.DeactivateNumberRequestObject) (gen.DeactivateNumberResponseObject, error) {
	current := middleware.RequestOf(ctx)
	in := contract.Deactivation{
		ID: s.Derive.ID("deactivation", current.Subject, current.Key), LineID: current.Line.LineID, UserID: current.User.ID, Language: current.Language,
		Reason: req.Body.ReasonKey, Leaving: contract.Halalas(optional.Value(req.Body.LeavingCost)),
	}
	line, err := s.validateStart(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(gen.OtpSourceConfirmDeactivation)), line.MSISDN, req.Body.Otp); err != nil {
		return nil, err
	}
	begun, err := s.Flow.Start(ctx, contract.DeactivationInput{Deactivation: in, Link: s.link(in)}, current.Key)
	if err != nil {
		return nil, err
	}
	s.Access.DropProofs(ctx, string(gen.OtpSourceDeactivateNumber))
	shown, err := s.answer(ctx, begun, line.MSISDN)
	return gen.DeactivateNumber200JSONResponse{DeactivationNowJSONResponse: shown}, err
}

// validateStart makes the later checks before the code is used. The repeat of the request that began it passes.
func (s *DeactivationHandlers) validateStart(ctx context.Context, in contract.Deactivation) (line endingstore.Line, err error) {
	if err := ending.ValidateReason(in.Reason); err != nil {
		return line, err
	}
	line, facts, rules, err := s.readFacts(ctx)
	if err != nil {
		return line, err
	}
	if latest, known, err := s.Deactivations.Latest(ctx, line.LineID); err != nil || known && latest.ID == in.ID {
		return line, err
	} else if known && !latest.Stage.Over() {
		return line, contract.Refuse(contract.FailEndUnderWay)
	}
	if err := ending.ValidateDeactivation(facts, rules); err != nil {
		return line, err
	}
	cost, _ := ending.Leaving(facts.Commitment, s.Now())
	if err := ending.Accepts(in.Leaving, cost); err != nil {
		return line, err
	}
	return line, s.checkProofs(ctx, line)
}

// checkProofs refuses a session that has not proven the ID and a code of this very line.
func (s *DeactivationHandlers) checkProofs(ctx context.Context, line endingstore.Line) error {
	shown, err := s.Access.ReadProvenLine(ctx, string(gen.OtpSourceDeactivateNumber))
	if err == nil && shown.ID != line.LineID {
		err = contract.Refuse(contract.FailProofMissing)
	}
	return err
}

// UndoDeactivation keeps the chosen line.
func (s *DeactivationHandlers) UndoDeactivation(ctx context.Context, _ gen.UndoDeactivationRequestObject) (gen.UndoDeactivationResponseObject, error) {
	current := middleware.RequestOf(ctx)
	found, known, err := s.Deactivations.Latest(ctx, current.Line.LineID)
	if err == nil && !known {
		err = contract.Refuse(contract.FailEndUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read deactivation: %w", err)
	}
	shown, err := s.undo(ctx, found, contract.DeactivationUndo{By: current.User.ID}, current.Line.MSISDN)
	return gen.UndoDeactivation200JSONResponse{DeactivationNowJSONResponse: shown}, err
}

// undo takes a deactivation back. An earlier withdrawal is a success, too: the caller wanted it.
func (s *DeactivationHandlers) undo(
	ctx context.Context, found contract.Deactivation, in contract.DeactivationUndo, msisdn string,
) (shown gen.DeactivationNowJSONResponse, err error) {
	if found.Stage != contract.DeactivationUndone {
		if err := ending.ValidateUndo(found, s.Now()); err != nil {
			return shown, err
		}
		found, err = flow.SendFromRow(ctx, found.Seq, func() (contract.Deactivation, error) {
			return s.Flow.Undo(ctx, found.LineID, middleware.RequestOf(ctx).Key, in)
		})
		var refused *contract.Refusal
		if errors.As(err, &refused) && refused.Code == contract.FailOrderClosed {
			err = contract.Refuse(contract.FailEndTooLate)
		}
		if err != nil {
			return shown, err
		}
	}
	return s.answer(ctx, found, msisdn)
}
