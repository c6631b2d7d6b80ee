package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/ratelimit"
	linestore "selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

const roleCustomer = "customer"

// ValidateRegistrationData reports faults of a registration before the customer goes on.
func (s *LoginHandlers) ValidateRegistrationData(ctx context.Context, req gen.ValidateRegistrationDataRequestObject) (gen.ValidateRegistrationDataResponseObject, error) {
	in := req.Body
	mobile, err := inputs.Number("mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	again, err := inputs.Number("mobile_number_confirmation", in.MobileNumberConfirmation)
	if err != nil {
		return nil, err
	}
	if again != mobile {
		return nil, contract.RefuseField("mobile_number_confirmation", contract.FailMobileMismatch)
	}
	if err := validateNewPassword("", in.Password, in.PasswordConfirmation); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.Registration, nil); err != nil {
		return nil, err
	}
	if _, err := s.Access.LineOf(ctx, mobile); err != nil {
		return nil, err
	}
	return gen.ValidateRegistrationData204Response{}, s.validateEmailFree(ctx, "email", in.Email)
}

// RegisterUser creates a user for the number that this session has proven, and signs in.
func (s *LoginHandlers) RegisterUser(ctx context.Context, req gen.RegisterUserRequestObject) (gen.RegisterUserResponseObject, error) {
	in := req.Body.User
	if err := validateNewPassword("user.", in.Password, in.PasswordConfirmation); err != nil {
		return nil, err
	}
	line, err := s.Access.ReadProvenLine(ctx, string(gen.OtpSourceRegister))
	if err != nil {
		return nil, err
	}
	user, err := s.register(ctx, line, strings.ToLower(in.Email), in.Password)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	token, err := s.Sessions.openUserSession(ctx, user, providerPassword, current.Token, current.Session.DeviceID)
	if err != nil {
		return nil, err
	}
	s.Access.DropProofs(ctx, string(gen.OtpSourceRegister))
	var answer gen.RegisterUser201JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, user.Roles
	return answer, nil
}

// register creates the user of a line, or finds the one that this very request created before its answer got lost.
func (s *LoginHandlers) register(ctx context.Context, line linestore.Line, email, password string) (userstore.User, error) {
	user, err := s.registerUser(ctx, line.MSISDN)
	var absent *contract.Refusal
	switch {
	case err == nil:
		return user, s.validateRepeat(ctx, user, email, password)
	case !errors.As(err, &absent):
		return user, err
	}
	if err := s.validateEmailFree(ctx, "user.email", email); err != nil {
		return user, err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return user, err
	}
	user, err = s.Users.Register(ctx, newCustomer(line, email, hash), line.ID)
	if errors.Is(err, userstore.ErrRegistered) {
		return user, contract.Refuse(contract.FailNumberHasUser)
	}
	if err != nil {
		return user, fmt.Errorf("register: %w", err)
	}
	return user, nil
}

// validateRepeat refuses to register a number again with another e-mail or password than its user's.
func (s *LoginHandlers) validateRepeat(ctx context.Context, user userstore.User, email, password string) error {
	if user.Email != email {
		return contract.Refuse(contract.FailNumberHasUser)
	}
	matches, err := s.Passwords.Verify(ctx, password, user.PasswordHash)
	if err != nil {
		return fmt.Errorf("compare password: %w", err)
	}
	if !matches {
		return contract.RefuseField("user.email", contract.FailEmailInUse)
	}
	return nil
}

// newCustomer takes the names from the person registry, because the owner has proven the line.
func newCustomer(line linestore.Line, email, hash string) userstore.User {
	first, last, _ := strings.Cut(line.Person.FullNameEn, " ")
	firstAr, lastAr, _ := strings.Cut(line.Person.FullNameAr, " ")
	return userstore.User{
		Email: email, Mobile: line.MSISDN, PasswordHash: hash, Roles: []string{roleCustomer},
		FirstName: first, LastName: last, FirstNameAr: firstAr, LastNameAr: lastAr,
	}
}

func (s *LoginHandlers) validateEmailFree(ctx context.Context, field, email string) error {
	if err := s.Permit(ctx, ratelimit.EmailQuestion, nil); err != nil {
		return err
	}
	taken, err := s.Users.EmailTaken(ctx, strings.ToLower(email))
	if err != nil {
		return fmt.Errorf("look for e-mail: %w", err)
	}
	if taken {
		return contract.RefuseField(field, contract.FailEmailInUse)
	}
	return nil
}

// validateNewPassword checks a twice-typed password against the rule; at is the path of its object.
func validateNewPassword(at, password, again string) error {
	if code := credential.CheckPassword(password); code != "" {
		return contract.RefuseField(at+"password", code)
	}
	if password != again {
		return contract.RefuseField(at+"password_confirmation", contract.FailPasswordTwice)
	}
	return nil
}
