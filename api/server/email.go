package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

var emailCode = codeKind{purpose: "email", wrong: contract.FailCodeWrong, expired: contract.FailCodeExpired}

// ChangeEmail sends a code to the e-mail a user wants to have.
func (s *accountHandlers) ChangeEmail(ctx context.Context, req gen.ChangeEmailRequestObject) (gen.ChangeEmailResponseObject, error) {
	user, email := requestOf(ctx).user, strings.ToLower(req.Body.Email)
	if err := s.access.unguarded(ctx, requestOf(ctx).line.LineID); err != nil {
		return nil, err
	}
	if err := s.permit(ctx, "email:"+requestOf(ctx).client, emailQuestions); err != nil {
		return nil, err
	}
	taken, err := s.users.EmailConfirmedByOther(ctx, user.ID, email)
	if err != nil {
		return nil, fmt.Errorf("look for e-mail: %w", err)
	}
	if taken || user.EmailConfirmed && user.Email == email {
		return nil, contract.RefuseField("email", contract.FailEmailInUse)
	}
	if err := s.users.ProposeEmail(ctx, user.ID, email); err != nil {
		return nil, fmt.Errorf("propose e-mail: %w", err)
	}
	sent, err := s.codes.sendCode(ctx, emailCode, email, address{email: email})
	if err != nil {
		return nil, err
	}
	var answer gen.ChangeEmail200JSONResponse
	answer.Data.Code, answer.Data.CancelsSubscriptions = sent, user.EmailConfirmed
	return answer, nil
}

// ConfirmEmail gives the user the e-mail the code was sent to.
func (s *accountHandlers) ConfirmEmail(ctx context.Context, req gen.ConfirmEmailRequestObject) (gen.ConfirmEmailResponseObject, error) {
	user := requestOf(ctx).user
	if err := s.access.unguarded(ctx, requestOf(ctx).line.LineID); err != nil {
		return nil, err
	}
	email, err := s.users.ProposedEmail(ctx, user.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, contract.Refuse(contract.FailCodeExpired)
	}
	if err != nil {
		return nil, fmt.Errorf("read proposed e-mail: %w", err)
	}
	if err := s.codes.useCode(ctx, emailCode, email, req.Body.Otp); err != nil {
		return nil, err
	}
	err = s.audit.audited(ctx, emailChanged, user.ID, func(q *store.Tx) error { return q.Users.ConfirmEmail(ctx, user.ID, email) })
	if errors.Is(err, store.ErrEmailTaken) {
		return nil, contract.Refuse(contract.FailEmailNotYours)
	}
	if err != nil {
		return nil, fmt.Errorf("confirm e-mail: %w", err)
	}
	s.userNotices.notify(ctx, user, "email-changed") // at the address known so far
	return gen.ConfirmEmail204Response{}, nil
}
