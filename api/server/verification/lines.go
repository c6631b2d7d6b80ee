package verification

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/subaccount"
)

// LineUnder finds one of our lines that belongs to an ID number.
func (s *LineAccess) LineUnder(ctx context.Context, source, mobile, idNumber string) (linestore.Line, error) {
	if err := s.PermitIDGuess(ctx, mobile); err != nil {
		return linestore.Line{}, err
	}
	line, err := s.LineFor(ctx, source, mobile)
	if err != nil {
		return line, err
	}
	under, err := s.Lines.Under(ctx, mobile, idNumber)
	switch {
	case err != nil:
		return line, fmt.Errorf("check the owner of a line: %w", err)
	case !under && number.IsDataSIM(mobile):
		return line, contract.RefuseField("id_number", contract.FailIDNotOfDataSIM)
	case !under:
		return line, contract.RefuseField("id_number", contract.FailIDNotOfNumber)
	default:
		return line, nil
	}
}

// PermitIDGuess counts a typed ID for a number, right or wrong.
func (s *LineAccess) PermitIDGuess(ctx context.Context, mobile string) error {
	return s.Permit(ctx, ratelimit.IDGuess, ratelimit.About{ratelimit.Mobile: mobile})
}

// LineOf finds a number in service with us; a ported-in number may have any prefix.
func (s *LineAccess) LineOf(ctx context.Context, mobile string) (linestore.Line, error) {
	line, err := s.Lines.ByNumber(ctx, mobile)
	if errors.Is(err, storeerrors.ErrNotFound) && !number.IsOurs(mobile) && !number.IsDataSIM(mobile) {
		return line, contract.RefuseField("mobile_number", contract.FailNotOurNumber)
	}
	if errors.Is(err, storeerrors.ErrNotFound) {
		return line, contract.RefuseField("mobile_number", contract.FailNumberAbsent)
	}
	if err != nil {
		return line, fmt.Errorf("read line: %w", err)
	}
	return line, nil
}

// LineFor finds a number for a source. A number to register may be mistyped; a number with a password or a SIM to
// replace is known to its owner.
func (s *LineAccess) LineFor(ctx context.Context, source, mobile string) (linestore.Line, error) {
	line, err := s.LineOf(ctx, mobile)
	var refused *contract.Refusal
	if errors.As(err, &refused) && refused.Code == contract.FailNumberAbsent && source != string(gen.OtpSourceRegister) {
		return line, contract.RefuseField("mobile_number", contract.FailNumberNotFound)
	}
	return line, err
}

// isMine tells whether a line belongs to the signed-in user.
func (s *LineAccess) isMine(ctx context.Context, lineID string) (bool, error) {
	user := middleware.RequestOf(ctx).User
	if user.ID == "" {
		return false, nil
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return false, fmt.Errorf("read lines: %w", err)
	}
	for _, own := range lines {
		if own.LineID == lineID {
			return true, nil
		}
	}
	return false, nil
}

// LineOfAccount finds a line of the signed-in user, by its subscription id.
func (s *LineAccess) LineOfAccount(ctx context.Context, subscriptionID string) (linestore.Line, error) {
	chosen, err := s.AccountLine(ctx, subscriptionID)
	if err != nil {
		return linestore.Line{}, err
	}
	found, err := s.Lines.Get(ctx, chosen.LineID)
	if err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	return found, nil
}

// AccountLine finds a line of the signed-in user.
func (s *LineAccess) AccountLine(ctx context.Context, subscriptionID string) (subaccount.Subscription, error) {
	user := middleware.RequestOf(ctx).User
	if user.ID == "" {
		return subaccount.Subscription{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return subaccount.Subscription{}, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := middleware.ChosenLine(lines, subscriptionID)
	if !ok || chosen.LineID == "" {
		return chosen, contract.Refuse(contract.FailAccountUnknown)
	}
	return chosen, nil
}
