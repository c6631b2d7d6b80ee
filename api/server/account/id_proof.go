package account

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/proofs"
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
	until, err := s.Access.Prove(ctx, proofs.ProofID, source, line.ID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateIdOfNumber200JSONResponse
	answer.Data.ProvenUntil = until
	return answer, nil
}
