package server

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// passwordChanges bounds guessing of the old password on a session left open.
var passwordChanges = cache.Limit{Max: 10, Window: 15 * time.Minute}

// noticeWithin is how long telling somebody about a change is of use.
const noticeWithin = 24 * time.Hour

// ResetPassword sets a password without the old one and signs out every session of the user.
func (s *Server) ResetPassword(ctx context.Context, req gen.ResetPasswordRequestObject) (gen.ResetPasswordResponseObject, error) {
	password := req.Body.User.Password
	if err := checkNewPassword("user.", password, password); err != nil {
		return nil, err
	}
	line, err := s.takeProofs(ctx, string(gen.OtpSourceReset))
	if err != nil {
		return nil, err
	}
	user, err := s.registered(ctx, line.MSISDN)
	if err != nil {
		return nil, err
	}
	return gen.ResetPassword204Response{}, s.setPassword(ctx, passwordReset, user, password, nil)
}

// ChangePassword replaces the password and signs out every other session of the user.
func (s *Server) ChangePassword(ctx context.Context, req gen.ChangePasswordRequestObject) (gen.ChangePasswordResponseObject, error) {
	asked, in := callOf(ctx), req.Body
	if err := s.permit(ctx, "password:"+asked.user.ID, passwordChanges); err != nil {
		return nil, err
	}
	matches, err := s.compare(ctx, in.OldPassword, asked.user.PasswordHash)
	if err != nil {
		return nil, fmt.Errorf("compare password: %w", err)
	}
	if !matches {
		return gen.ChangePassword204Response{}, s.checkChanged(ctx, asked.user, in.NewPassword)
	}
	if code := credential.CheckPassword(in.NewPassword); code != "" {
		return nil, contract.RefuseField("new_password", code)
	}
	if in.NewPassword == in.OldPassword {
		return nil, contract.RefuseField("new_password", contract.FailPasswordSame)
	}
	return gen.ChangePassword204Response{}, s.setPassword(ctx, passwordChanged, asked.user, in.NewPassword, asked.token)
}

// checkChanged tells a change that is sent again, because its first answer got lost, from a wrong old password: the new
// one is in force already.
func (s *Server) checkChanged(ctx context.Context, user store.User, password string) error {
	matches, err := s.compare(ctx, password, user.PasswordHash)
	if err != nil {
		return fmt.Errorf("compare new password: %w", err)
	}
	if !matches {
		return contract.Refuse(contract.FailPasswordChange)
	}
	return nil
}

func (s *Server) setPassword(ctx context.Context, why event, user store.User, password string, keep []byte) error {
	hash, err := s.hash(ctx, password)
	if err != nil {
		return err
	}
	set := func(q *store.Queries) error { return q.SetPassword(ctx, user.ID, hash, keep) }
	if err := s.audited(ctx, why, user.ID, set); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	s.tell(ctx, user, "password-changed")
	return nil
}

// hash takes one of the places for slow work, like compare.
func (s *Server) hash(ctx context.Context, password string) (string, error) {
	select {
	case s.signIns <- struct{}{}:
		defer func() { <-s.signIns }()
		return s.HashPassword(password), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// tell informs a user about a change on every channel known. The change is done: a message that cannot be sent is no
// reason to say it failed.
func (s *Server) tell(ctx context.Context, user store.User, template string) {
	notice := contract.Notice{
		OrderID: uuid.NewString(), Key: template, Template: template, Language: s.noticeLanguage(ctx, user.ID), Mobile: user.Mobile,
	}
	if number.IsDataSIM(user.Mobile) {
		notice.Mobile = ""
	}
	if user.EmailConfirmed {
		notice.Email = user.Email
	}
	if notice.Mobile == "" && notice.Email == "" {
		return
	}
	s.noted(ctx, "tell the user", s.Notices.Send(ctx, notice, noticeWithin))
}
