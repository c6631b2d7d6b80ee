package account

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	userstore "selfcare/internal/store/user"
)

// RequestOtp sends a one-time code for the purpose of the source.
func (s *LoginHandlers) RequestOtp(ctx context.Context, req gen.RequestOtpRequestObject) (gen.RequestOtpResponseObject, error) {
	mobile, err := inputs.Number("otp.mobile_number", req.Body.Otp.MobileNumber)
	if err != nil {
		return nil, err
	}
	source := req.Body.Otp.Source
	to := verification.Address{Mobile: mobile}
	switch source {
	case gen.OtpSourceLogin, gen.OtpSourceSocial:
		to, err = s.loginAddress(ctx, mobile)
	case gen.OtpSourceAddAccount:
		to, err = s.Access.AddressToAdd(ctx, mobile)
	case gen.OtpSourceRegister, gen.OtpSourceReset:
		to, err = s.Access.ReadProvenAddress(ctx, string(source), mobile)
	case gen.OtpSourceReplacement:
		to, err = s.Access.ReplacementAddress(ctx, mobile)
	case gen.OtpSourceSuspendLine, gen.OtpSourceReturnLine, gen.OtpSourceSimPuk:
		to, err = s.Access.OtherChannel(ctx, mobile)
	case gen.OtpSourceServiceRequest: // a mobile of any operator
	case gen.OtpSourceSwitchPrimary, gen.OtpSourceDeactivateSim, gen.OtpSourceSwitchPlan,
		gen.OtpSourceDeactivateNumber, gen.OtpSourceConfirmDeactivation:
		to, err = s.Access.OwnAddress(ctx, mobile)
	}
	if err != nil {
		return nil, err
	}
	sent, err := s.Codes.SendCode(ctx, verification.PinFor(string(source)), mobile, to)
	if err != nil {
		return nil, err
	}
	return gen.RequestOtp200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// checkedElsewhere lists the sources whose codes are checked by the call that needs them.
var checkedElsewhere = map[gen.OtpSource]bool{
	gen.OtpSourceAddAccount: true, gen.OtpSourceSocial: true, gen.OtpSourceReplacement: true,
	gen.OtpSourceSwitchPrimary: true, gen.OtpSourceDeactivateSim: true, gen.OtpSourceConfirmDeactivation: true,
	gen.OtpSourceSuspendLine: true, gen.OtpSourceReturnLine: true, gen.OtpSourceSimPuk: true,
	gen.OtpSourceServiceRequest: true,
}

// ValidateOtp checks a code; source login signs in.
func (s *LoginHandlers) ValidateOtp(ctx context.Context, req gen.ValidateOtpRequestObject) (gen.ValidateOtpResponseObject, error) {
	in := req.Body.Otp
	mobile, err := inputs.Number("otp.mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	if checkedElsewhere[in.Source] {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"otp.source": "field.source"}}
	}
	err = s.Codes.UseCode(ctx, verification.PinFor(string(in.Source)), mobile, in.Otp)
	var guess *middleware.WrongCode
	if errors.As(err, &guess) && in.Source == gen.OtpSourceLogin {
		s.Audit.writeFailedCode(ctx, mobile)
	}
	if err != nil {
		return nil, err
	}
	if in.Source == gen.OtpSourceLogin {
		return s.signInByCode(ctx, mobile)
	}
	if err := s.validateNumber(ctx, in.Source, mobile); err != nil {
		return nil, err
	}
	until, err := s.Access.ProveCode(ctx, string(in.Source), mobile)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateOtp200JSONResponse
	answer.Data.ProvenUntil = &until
	return answer, nil
}

// validateNumber refuses to register a number twice, and to reset a password that does not exist. Only the holder of
// the number's code reaches it, so it reveals accounts to no stranger.
func (s *LoginHandlers) validateNumber(ctx context.Context, source gen.OtpSource, mobile string) error {
	if source != gen.OtpSourceRegister && source != gen.OtpSourceReset {
		return nil
	}
	_, err := s.registerUser(ctx, mobile)
	var absent *contract.Refusal
	switch {
	case source == gen.OtpSourceReset || err != nil && !errors.As(err, &absent):
		return err
	case err == nil:
		return contract.Refuse(contract.FailNumberHasUser)
	}
	return nil
}

// signInByCode opens a session after a right code. Without an account the code counts for the registration.
func (s *LoginHandlers) signInByCode(ctx context.Context, mobile string) (gen.ValidateOtpResponseObject, error) {
	user, err := s.registerUser(ctx, mobile)
	var absent *contract.Refusal
	if errors.As(err, &absent) {
		if _, failed := s.Access.ProveCode(ctx, string(gen.OtpSourceRegister), mobile); failed != nil {
			return nil, failed
		}
	}
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	token, err := s.Sessions.openUserSession(ctx, user, providerOTP, current.Token, current.Session.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateOtp200JSONResponse
	roles := optional.OrEmpty(user.Roles)
	answer.Data.AuthToken, answer.Data.Roles = &token, &roles
	return answer, nil
}

// loginAddress returns the recipient of a sign-in code. It refuses numbers that cannot sign in by code. It does not
// look at accounts: only the holder of the code learns whether one exists. A suspended line gets no code, with the
// same answer, so that a stranger does not learn about a lost phone.
func (s *LoginHandlers) loginAddress(ctx context.Context, mobile string) (to verification.Address, err error) {
	if number.IsDataSIM(mobile) {
		return to, contract.Refuse(contract.FailDataSIM)
	}
	if err := s.Permit(ctx, ratelimit.LoginCode, nil); err != nil {
		return to, err
	}
	line, err := s.Access.LineOf(ctx, mobile)
	if err != nil || line.IsSuspended() {
		return to, err
	}
	return verification.Address{Mobile: mobile}, nil
}

func (s *LoginHandlers) registerUser(ctx context.Context, mobile string) (userstore.User, error) {
	user, err := s.Users.ByMobile(ctx, mobile)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return user, contract.Refuse(contract.FailUserUnknown)
	}
	if err != nil {
		return user, fmt.Errorf("read user: %w", err)
	}
	return user, nil
}
