package account

import (
	"context"
	"errors"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/proofs"
	"selfcare/internal/contract"
)

// ValidateIdOfNumber notes for this session that it knows the ID a number belongs to.
func (s *LoginHandlers) ValidateIdOfNumber(ctx context.Context, req gen.ValidateIdOfNumberRequestObject) (gen.ValidateIdOfNumberResponseObject, error) {
	mobile, err := inputs.Number("mobile_number", req.Body.MobileNumber)
	if err != nil {
		return nil, err
	}
	source := string(req.Body.Source)
	line, err := s.Access.LineUnder(ctx, source, mobile, req.Body.IdNumber)
	if err != nil && source == string(gen.OtpSourceReplacement) {
		err = s.Access.OnItsWay(ctx, mobile, req.Body.IdNumber, err)
	}
	if err != nil {
		return nil, err
	}
	if err := s.mayGoOn(ctx, source, mobile); err != nil {
		return nil, err
	}
	until, err := s.Access.Prove(ctx, proofs.ProofID, source, line.ID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateIdOfNumber200JSONResponse
	answer.Data.ProvenUntil = until
	return answer, nil
}

// mayGoOn: a number registers once, only a registered one has a password to reset, and any has a SIM to replace, or may end.
func (s *LoginHandlers) mayGoOn(ctx context.Context, source, mobile string) error {
	if source == string(gen.OtpSourceReplacement) || source == string(gen.OtpSourceDeactivateNumber) {
		return nil
	}
	_, err := s.registered(ctx, mobile)
	var absent *contract.Refusal
	switch {
	case errors.As(err, &absent) && source == string(gen.OtpSourceRegister):
		return nil
	case err == nil && source == string(gen.OtpSourceRegister):
		return contract.RefuseField("mobile_number", contract.FailNumberHasUser)
	default:
		return err
	}
}
