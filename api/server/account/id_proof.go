package account

import (
	"context"
	"regexp"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
)

// tenDigits matches every ID and Iqama (spec §5); other checks refuse a wrong first digit.
var tenDigits = regexp.MustCompile(`^[0-9]{10}$`)

// ValidateIdOfNumber records for this session that it knows the ID of a number.
func (s *LoginHandlers) ValidateIdOfNumber(ctx context.Context, req gen.ValidateIdOfNumberRequestObject) (gen.ValidateIdOfNumberResponseObject, error) {
	mobile, err := inputs.Number("mobile_number", req.Body.MobileNumber)
	if err != nil {
		return nil, err
	}
	if optional.Value(req.Body.Document) != gen.ValidateIdOfNumberJSONBodyDocumentPassport && !tenDigits.MatchString(req.Body.IdNumber) {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"id_number": middleware.FieldInvalid}}
	}
	source := string(req.Body.Source)
	line, err := s.Access.LineUnder(ctx, source, mobile, req.Body.IdNumber)
	if err != nil && source == string(gen.OtpSourceReplacement) {
		err = s.Access.RefusePendingPort(ctx, mobile, req.Body.IdNumber, err)
	}
	if err != nil {
		return nil, err
	}
	until, err := s.Access.Prove(ctx, verification.ProofID, source, line.ID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateIdOfNumber200JSONResponse
	answer.Data.ProvenUntil = until
	return answer, nil
}
