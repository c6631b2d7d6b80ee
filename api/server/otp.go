package server

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// RequestOtp sends a one-time code for what the source says.
func (s *loginHandlers) RequestOtp(ctx context.Context, req gen.RequestOtpRequestObject) (gen.RequestOtpResponseObject, error) {
	mobile, err := typedNumber("otp.mobile_number", req.Body.Otp.MobileNumber)
	if err != nil {
		return nil, err
	}
	source := req.Body.Otp.Source
	to := address{mobile: mobile}
	switch source {
	case gen.OtpSourceLogin, gen.OtpSourceSocial:
		err = s.mayAskForLoginCode(ctx, mobile)
	case gen.OtpSourceAddAccount:
		to, err = s.access.addressToAdd(ctx, mobile)
	case gen.OtpSourceRegister, gen.OtpSourceReset:
		to, err = s.access.provenAddress(ctx, string(source), mobile)
	case gen.OtpSourceReplacement:
		to, err = s.access.replacementAddress(ctx, mobile)
	case gen.OtpSourceSwitchPrimary, gen.OtpSourceDeactivateSim:
		to, err = s.access.ownAddress(ctx, mobile)
	}
	if err != nil {
		return nil, err
	}
	sent, err := s.codes.sendCode(ctx, pinFor(string(source)), mobile, to)
	if err != nil {
		return nil, err
	}
	return gen.RequestOtp200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// checkedElsewhere are the codes that are checked by the call they are for.
var checkedElsewhere = map[gen.OtpSource]bool{
	gen.OtpSourceAddAccount: true, gen.OtpSourceSocial: true, gen.OtpSourceReplacement: true,
	gen.OtpSourceSwitchPrimary: true, gen.OtpSourceDeactivateSim: true,
}

// ValidateOtp checks a code; source login signs in.
func (s *loginHandlers) ValidateOtp(ctx context.Context, req gen.ValidateOtpRequestObject) (gen.ValidateOtpResponseObject, error) {
	in := req.Body.Otp
	mobile, err := typedNumber("otp.mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	if checkedElsewhere[in.Source] {
		return nil, &invalid{code: contract.FailValidation, fields: map[string]string{"otp.source": "field.source"}}
	}
	err = s.codes.useCode(ctx, pinFor(string(in.Source)), mobile, in.Otp)
	var guess *wrongCode
	if errors.As(err, &guess) && in.Source == gen.OtpSourceLogin {
		s.audit.writeFailedCode(ctx, mobile)
	}
	if err != nil {
		return nil, err
	}
	if in.Source == gen.OtpSourceLogin {
		return s.signInByCode(ctx, mobile)
	}
	until, err := s.access.proveCode(ctx, string(in.Source), mobile)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateOtp200JSONResponse
	answer.Data.ProvenUntil = &until
	return answer, nil
}

func (s *loginHandlers) signInByCode(ctx context.Context, mobile string) (gen.ValidateOtpResponseObject, error) {
	user, err := s.registered(ctx, mobile)
	if err != nil {
		return nil, err
	}
	current := requestOf(ctx)
	token, err := s.sessions.openUserSession(ctx, user, providerOTP, current.token, current.session.DeviceID)
	if err != nil {
		return nil, err
	}
	var answer gen.ValidateOtp200JSONResponse
	roles := emptied(user.Roles)
	answer.Data.AuthToken, answer.Data.Roles = &token, &roles
	return answer, nil
}

// mayAskForLoginCode refuses numbers nobody can sign in with by code.
func (s *loginHandlers) mayAskForLoginCode(ctx context.Context, mobile string) error {
	if number.IsDataSIM(mobile) {
		return contract.Refuse(contract.FailDataSIM)
	}
	if err := s.rateLimit(ctx, "otp-request:"+requestOf(ctx).client, codesByClient); err != nil {
		return err
	}
	if !number.IsOurs(mobile) {
		return contract.Refuse(contract.FailNotOurNumber)
	}
	_, err := s.registered(ctx, mobile)
	return err
}

func (s *loginHandlers) registered(ctx context.Context, mobile string) (store.User, error) {
	user, err := s.users.ByMobile(ctx, mobile)
	if errors.Is(err, store.ErrNotFound) {
		return user, contract.Refuse(contract.FailUserUnknown)
	}
	if err != nil {
		return user, fmt.Errorf("read user: %w", err)
	}
	return user, nil
}

// typedNumber reads a number in any of the ways customers write one.
func typedNumber(field, text string) (string, error) {
	msisdn, err := number.ParseAny(text)
	if err != nil {
		return "", &invalid{code: contract.FailValidation, fields: map[string]string{field: "field.mobile_number"}}
	}
	return msisdn, nil
}
