package account

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/secondfactor"
)

// SecondFactorHandlers let staff set up and show a second factor.
type SecondFactorHandlers struct {
	*middleware.Core
	Audit   *AuditLog
	Factors factorStore
}

type factorStore interface {
	Begin(ctx context.Context, userID, secret string) error
	Of(ctx context.Context, userID string) (secondfactor.Factor, error)
	RecoveryCodesLeft(ctx context.Context, userID string) (int, error)
}

const (
	issuer        = "Selfcare"
	secretBytes   = 20 // as RFC 4226 recommends
	recoveryBytes = 8  // the code shows 60 bits: three groups of four
	recoveryCodes = 10
)

// GetSecondFactor shows the next step of the second factor.
func (s *SecondFactorHandlers) GetSecondFactor(ctx context.Context, _ gen.GetSecondFactorRequestObject) (gen.GetSecondFactorResponseObject, error) {
	session := middleware.RequestOf(ctx).Session
	left, err := s.Factors.RecoveryCodesLeft(ctx, session.User.ID)
	if err != nil {
		return nil, fmt.Errorf("count recovery codes: %w", err)
	}
	var answer gen.GetSecondFactor200JSONResponse
	answer.Data.Enrolled, answer.Data.Shown, answer.Data.RecoveryCodesLeft = session.FactorEnrolled, session.FactorShown, left
	return answer, nil
}

// BeginSecondFactor draws the secret for an authenticator app.
func (s *SecondFactorHandlers) BeginSecondFactor(ctx context.Context, _ gen.BeginSecondFactorRequestObject) (gen.BeginSecondFactorResponseObject, error) {
	user, secret := middleware.RequestOf(ctx).User, drawn(secretBytes)
	err := s.Factors.Begin(ctx, user.ID, secret)
	if errors.Is(err, storeerrors.ErrConflict) {
		return nil, contract.Refuse(contract.FailFactorEnrolled)
	}
	if err != nil {
		return nil, fmt.Errorf("begin second factor: %w", err)
	}
	var answer gen.BeginSecondFactor200JSONResponse
	answer.Data.Secret, answer.Data.Uri = secret, credential.AuthenticatorURI(issuer, user.Email, secret)
	return answer, nil
}

// ConfirmSecondFactor puts a secret in force by its first code.
func (s *SecondFactorHandlers) ConfirmSecondFactor(ctx context.Context, req gen.ConfirmSecondFactorRequestObject) (gen.ConfirmSecondFactorResponseObject, error) {
	current := middleware.RequestOf(ctx)
	factor, err := s.countTry(ctx, current.User.ID)
	switch {
	case err != nil:
		return nil, err
	case factor.Confirmed:
		return nil, contract.Refuse(contract.FailFactorEnrolled)
	}
	step, ok := credential.StepOf(factor.Secret, req.Body.Code, s.Now())
	if !ok {
		return nil, s.recordFailure(ctx, current.User.ID)
	}
	codes := newRecoveryCodes()
	err = s.Audit.changeAudited(ctx, factorEnrolled, current.User.ID, func(q *store.Tx) error {
		if err := q.SecondFactors.Confirm(ctx, current.User.ID, factor.BegunAt, step, codes); err != nil {
			return err
		}
		return q.Sessions.ShowFactor(ctx, current.Token)
	})
	if err == nil {
		s.ForgiveFailures(ctx, ratelimit.SecondFactor, nil)
	}
	if errors.Is(err, storeerrors.ErrConflict) { // another session confirmed it, or began again
		return nil, contract.Refuse(contract.FailFactorNotBegun)
	}
	return gen.ConfirmSecondFactor200JSONResponse{RecoveryCodesJSONResponse: shownOnce(codes)}, err
}

// ProveSecondFactor lets a session go on that has shown only its password.
func (s *SecondFactorHandlers) ProveSecondFactor(ctx context.Context, req gen.ProveSecondFactorRequestObject) (gen.ProveSecondFactorResponseObject, error) {
	current := middleware.RequestOf(ctx)
	return gen.ProveSecondFactor204Response{}, s.Prove(ctx, current.User.ID, current.Token, req.Body.Code)
}

// Prove notes that a session has shown its user's second factor. Each code counts once, in one session.
func (s *SecondFactorHandlers) Prove(ctx context.Context, userID string, token []byte, code string) error {
	factor, err := s.countTry(ctx, userID)
	var refused *contract.Refusal
	if errors.As(err, &refused) || err == nil && !factor.Confirmed {
		return contract.Refuse(contract.FailFactorEnrolment)
	}
	if err != nil {
		return err
	}
	what, use, ok := s.useOf(ctx, userID, factor, code)
	if !ok {
		return s.recordFailure(ctx, userID)
	}
	err = s.Audit.changeAudited(ctx, what.from(originOf(ctx)), userID, func(q *store.Tx) error {
		if err := use(q); err != nil {
			return err
		}
		return q.Sessions.ShowFactor(ctx, token)
	})
	switch {
	case err == nil:
		s.ForgiveFailures(ctx, ratelimit.SecondFactor, ratelimit.About{ratelimit.Account: userID})
		return nil
	case !errors.Is(err, storeerrors.ErrConflict):
		return err
	case what.action == factorShown.action:
		return contract.Refuse(contract.FailFactorUsed)
	default:
		return s.recordFailure(ctx, userID)
	}
}

// useOf returns how a code is used up; false for a wrong code.
func (s *SecondFactorHandlers) useOf(ctx context.Context, userID string, factor secondfactor.Factor, code string) (event, func(q *store.Tx) error, bool) {
	if !credential.IsTimeCode(code) {
		return recoveryUsed, func(q *store.Tx) error {
			return q.SecondFactors.UseRecoveryCode(ctx, userID, strings.ToUpper(code))
		}, true
	}
	step, ok := credential.StepOf(factor.Secret, code, s.Now())
	return factorShown, func(q *store.Tx) error { return q.SecondFactors.UseStep(ctx, userID, step) }, ok
}

// RenewRecoveryCodes replaces the user's recovery codes.
func (s *SecondFactorHandlers) RenewRecoveryCodes(ctx context.Context, _ gen.RenewRecoveryCodesRequestObject) (gen.RenewRecoveryCodesResponseObject, error) {
	user, codes := middleware.RequestOf(ctx).User.ID, newRecoveryCodes()
	err := s.Audit.changeAudited(ctx, recoveryNew, user, func(q *store.Tx) error {
		return q.SecondFactors.SetRecoveryCodes(ctx, user, codes)
	})
	return gen.RenewRecoveryCodes200JSONResponse{RecoveryCodesJSONResponse: shownOnce(codes)}, err
}

// countTry counts a try and returns the factor to check it against.
func (s *SecondFactorHandlers) countTry(ctx context.Context, userID string) (secondfactor.Factor, error) {
	if err := s.Permit(ctx, ratelimit.SecondFactor, ratelimit.About{ratelimit.Account: userID}); err != nil {
		return secondfactor.Factor{}, err
	}
	factor, err := s.Factors.Of(ctx, userID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return factor, contract.Refuse(contract.FailFactorNotBegun)
	}
	if err != nil {
		return factor, fmt.Errorf("read second factor: %w", err)
	}
	return factor, nil
}

// recordFailure records that a person with the right password gave a wrong code.
func (s *SecondFactorHandlers) recordFailure(ctx context.Context, userID string) error {
	entry := factorFailed.from(originOf(ctx)).entry(ctx, userID)
	s.LogFailure(ctx, "audit a failed second factor", s.Audit.Entries.Write(ctx, entry))
	return contract.Refuse(contract.FailFactorWrong)
}

func shownOnce(codes []string) (answer gen.RecoveryCodesJSONResponse) {
	answer.Data.RecoveryCodes = codes
	return answer
}

func newRecoveryCodes() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		c := drawn(recoveryBytes)
		codes[i] = c[:4] + "-" + c[4:8] + "-" + c[8:12]
	}
	return codes
}

// drawn returns a secret that people can read and type.
func drawn(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw) // never fails, by its documentation
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw)
}
