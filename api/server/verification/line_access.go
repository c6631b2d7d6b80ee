package verification

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/port"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/order"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/user"
)

// LineAccess checks a caller's rights to see and change a line.
type LineAccess struct {
	*middleware.Core
	Cache         NoteCache
	Lines         accessibleLines
	Subscriptions subscriptionReader
	Ports         portReader
}

// NoteCache stores the proofs of a session for a while.
type NoteCache interface {
	Note(ctx context.Context, slot, value string, ttl time.Duration) error
	ReadNote(ctx context.Context, slot string) (string, error)
	TakeNote(ctx context.Context, slot string) (string, error)
}

type accessibleLines interface {
	ByNumber(ctx context.Context, msisdn string) (linestore.Line, error)
	ClaimOf(ctx context.Context, lineID string) (linestore.Claim, error)
	Get(ctx context.Context, id string) (linestore.Line, error)
	Holders(ctx context.Context, lineID string) ([]user.User, error)
	Under(ctx context.Context, msisdn, idNumber string) (bool, error)
}

type subscriptionReader interface {
	Of(ctx context.Context, userID string) ([]subaccount.Subscription, error)
	Standings(ctx context.Context, userID string) (map[string]line.Standing, error)
}

type portReader interface {
	Calendar(ctx context.Context, s setting.Settings, from time.Time) (calendar.Calendar, error)
	OrderUnder(ctx context.Context, msisdn, idNumber string) (order.Record, error)
}

// CheckUnguarded refuses sensitive changes of a line with a recent SIM change; staff have no line.
func (s *LineAccess) CheckUnguarded(ctx context.Context, lineID string) error {
	if lineID == "" {
		return nil
	}
	found, err := s.Lines.Get(ctx, lineID)
	if err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	return found.ValidateGuard(s.Now())
}

// ValidateChange refuses early what the change itself would refuse; holder may have claimed the line before.
func (s *LineAccess) ValidateChange(ctx context.Context, found linestore.Line, holder string) error {
	if err := s.checkUnclaimed(ctx, found, holder); err != nil {
		return err
	}
	return found.ValidateChange(s.Now())
}

// ValidateReplacement is ValidateChange for a new SIM.
func (s *LineAccess) ValidateReplacement(ctx context.Context, found linestore.Line, holder string) error {
	if err := s.checkUnclaimed(ctx, found, holder); err != nil {
		return err
	}
	return found.ValidateReplacement(s.Now())
}

func (s *LineAccess) checkUnclaimed(ctx context.Context, found linestore.Line, holder string) error {
	by, err := s.Lines.ClaimOf(ctx, found.ID)
	switch {
	case err == nil && by.Holder != holder:
		return line.RefuseBusy(by.Change())
	case err != nil && !errors.Is(err, storeerrors.ErrNotFound):
		return fmt.Errorf("read claim on line: %w", err)
	default:
		return nil
	}
}

// RefusePendingPort replaces the refusal of a number that is not ours yet: a caller with the ID of its pending port-in learns
// the order to finish first. Other callers learn nothing.
func (s *LineAccess) RefusePendingPort(ctx context.Context, mobile, idNumber string, refusal error) error {
	var refused *contract.Refusal
	if !errors.As(refusal, &refused) || refused.Code != contract.FailNotOurNumber {
		return refusal
	}
	if err := s.PermitIDGuess(ctx, mobile); err != nil {
		return err
	}
	record, err := s.Ports.OrderUnder(ctx, mobile, idNumber)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return refusal
	}
	if err != nil {
		return fmt.Errorf("look for a port: %w", err)
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	now := s.Now()
	days, err := s.Ports.Calendar(ctx, settings, now)
	if err != nil {
		return fmt.Errorf("read the calendar: %w", err)
	}
	due := port.Due(days, *record.Order.Port, now, settings.Site.PortInWorkingDays)
	return line.RefuseBusy(line.Claim{OrderNumber: record.Order.Number, Until: due})
}

// FindLineToAdd refuses a line that cannot become a sub-account of the user.
func (s *LineAccess) FindLineToAdd(ctx context.Context, lines []subaccount.Subscription, mobile string) (linestore.Line, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return linestore.Line{}, err
	}
	at := slices.IndexFunc(lines, func(l subaccount.Subscription) bool { return l.MSISDN == mobile })
	switch {
	case len(lines) == 0: // staff
		return linestore.Line{}, contract.Refuse(contract.FailForbidden)
	case at >= 0 && lines[at].Main:
		return linestore.Line{}, contract.RefuseField("mobile_number", contract.FailOwnNumber)
	case at >= 0:
		return linestore.Line{}, contract.RefuseField("mobile_number", contract.FailAccountAdded)
	case len(lines)-1 >= settings.MaxSubAccounts:
		return linestore.Line{}, contract.Refuse(contract.FailMaxAccounts)
	}
	line, err := s.LineOf(ctx, mobile)
	if err != nil {
		return line, err
	}
	return line, line.ValidateGuard(s.Now())
}
