package account

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	userstore "selfcare/internal/store/user"
)

// ResetPassword sets a password without the old one and signs out every session of the user.
func (s *LoginHandlers) ResetPassword(ctx context.Context, req gen.ResetPasswordRequestObject) (gen.ResetPasswordResponseObject, error) {
	password := req.Body.User.Password
	if err := validateNewPassword("user.", password, password); err != nil {
		return nil, err
	}
	line, err := s.Access.ReadProvenLine(ctx, string(gen.OtpSourceReset))
	if err != nil {
		return nil, err
	}
	user, err := s.registerUser(ctx, line.MSISDN)
	if err != nil {
		return nil, err
	}
	if code := checkPasswordOf(user, password); code != "" {
		return nil, contract.RefuseField("user.password", code)
	}
	if err := s.setPassword(ctx, passwordReset, user, password, nil); err != nil {
		return nil, err
	}
	s.Access.DropProofs(ctx, string(gen.OtpSourceReset))
	return gen.ResetPassword204Response{}, nil
}

// ChangePassword replaces the password and signs out every other session of the user.
func (s *LoginHandlers) ChangePassword(ctx context.Context, req gen.ChangePasswordRequestObject) (gen.ChangePasswordResponseObject, error) {
	current, in := middleware.RequestOf(ctx), req.Body
	if err := s.Permit(ctx, ratelimit.PasswordChange, nil); err != nil {
		return nil, err
	}
	matches, err := s.Passwords.Verify(ctx, in.OldPassword, current.User.PasswordHash)
	if err != nil {
		return nil, fmt.Errorf("compare password: %w", err)
	}
	if !matches {
		return gen.ChangePassword204Response{}, s.checkChanged(ctx, current.User, in.NewPassword)
	}
	if code := checkPasswordOf(current.User, in.NewPassword); code != "" {
		return nil, contract.RefuseField("new_password", code)
	}
	if in.NewPassword == in.OldPassword {
		return nil, contract.RefuseField("new_password", contract.FailPasswordSame)
	}
	return gen.ChangePassword204Response{}, s.setPassword(ctx, passwordChanged, current.User, in.NewPassword, current.Token)
}

// checkPasswordOf returns the reason against a user's password: staff need a longer one than customers.
func checkPasswordOf(user userstore.User, password string) contract.Code {
	if permission.WorksForUs(user.Roles) {
		return credential.CheckStaffPassword(password)
	}
	return credential.CheckPassword(password)
}

// checkChanged accepts the repeat of a change whose answer got lost: the new password is already in force. Otherwise
// the old password was wrong.
func (s *LoginHandlers) checkChanged(ctx context.Context, user userstore.User, password string) error {
	matches, err := s.Passwords.Verify(ctx, password, user.PasswordHash)
	if err != nil {
		return fmt.Errorf("compare new password: %w", err)
	}
	if !matches {
		return &middleware.Invalid{Code: contract.FailPasswordChange, Fields: map[string]string{"old_password": "field.old_password"}}
	}
	return nil
}

func (s *LoginHandlers) setPassword(ctx context.Context, why event, user userstore.User, password string, keep []byte) error {
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	set := func(q *store.Tx) error { return q.Users.SetPassword(ctx, user.ID, hash, keep) }
	if err := s.Audit.changeAudited(ctx, why, user.ID, set); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	s.UserNotices.notify(ctx, user, "password-changed")
	return nil
}
