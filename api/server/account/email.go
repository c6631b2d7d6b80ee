package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	userstore "selfcare/internal/store/user"
)

var emailCode = verification.CodeKind{Purpose: "email", Wrong: contract.FailCodeWrong, Expired: contract.FailCodeExpired, Limit: ratelimit.Code}

// ChangeEmail sends a code to the user's new e-mail.
func (s *AccountHandlers) ChangeEmail(ctx context.Context, req gen.ChangeEmailRequestObject) (gen.ChangeEmailResponseObject, error) {
	user, email := middleware.RequestOf(ctx).User, strings.ToLower(req.Body.Email)
	if err := s.Access.CheckUnguarded(ctx, middleware.RequestOf(ctx).Line.LineID); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.EmailQuestion, nil); err != nil {
		return nil, err
	}
	taken, err := s.Users.EmailConfirmedByOther(ctx, user.ID, email)
	if err != nil {
		return nil, fmt.Errorf("look for e-mail: %w", err)
	}
	if taken || user.EmailConfirmed && user.Email == email {
		return nil, contract.RefuseField("email", contract.FailEmailInUse)
	}
	if err := s.Users.ProposeEmail(ctx, user.ID, email); err != nil {
		return nil, fmt.Errorf("propose e-mail: %w", err)
	}
	sent, err := s.Codes.SendCode(ctx, emailCode, email, verification.Address{Email: email})
	if err != nil {
		return nil, err
	}
	var answer gen.ChangeEmail200JSONResponse
	answer.Data.Code, answer.Data.CancelsSubscriptions = sent, user.EmailConfirmed
	return answer, nil
}

// ConfirmEmail puts the e-mail in force that got the code.
func (s *AccountHandlers) ConfirmEmail(ctx context.Context, req gen.ConfirmEmailRequestObject) (gen.ConfirmEmailResponseObject, error) {
	user := middleware.RequestOf(ctx).User
	if err := s.Access.CheckUnguarded(ctx, middleware.RequestOf(ctx).Line.LineID); err != nil {
		return nil, err
	}
	email, err := s.Users.GetProposedEmail(ctx, user.ID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailCodeExpired)
	}
	if err != nil {
		return nil, fmt.Errorf("read proposed e-mail: %w", err)
	}
	if err := s.Codes.UseCode(ctx, emailCode, email, req.Body.Otp); err != nil {
		return nil, err
	}
	err = s.Audit.changeAudited(ctx, emailChanged, user.ID, func(q *store.Tx) error { return q.Users.ConfirmEmail(ctx, user.ID, email) })
	if errors.Is(err, userstore.ErrEmailTaken) {
		return nil, contract.Refuse(contract.FailEmailNotYours)
	}
	if err != nil {
		return nil, fmt.Errorf("confirm e-mail: %w", err)
	}
	s.UserNotices.notify(ctx, user, "email-changed") // sent to the former address
	return gen.ConfirmEmail204Response{}, nil
}
