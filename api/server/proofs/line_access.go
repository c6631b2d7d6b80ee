package proofs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/port"
	"selfcare/internal/store"
)

// LineAccess says what a caller may know of a line and do with it.
type LineAccess struct {
	*middleware.Core
	Cache         NoteCache
	Lines         accessibleLines
	Subscriptions middleware.SubscriptionReader
	Ports         portReader
}

// NoteCache keeps for a while what a session has shown.
type NoteCache interface {
	Note(ctx context.Context, slot, value string, ttl time.Duration) error
	Noted(ctx context.Context, slot string) (string, error)
	TakeNote(ctx context.Context, slot string) (string, error)
}

type accessibleLines interface {
	ByNumber(ctx context.Context, msisdn string) (store.Line, error)
	ClaimOf(ctx context.Context, lineID string) (store.LineClaim, error)
	Get(ctx context.Context, id string) (store.Line, error)
	Holders(ctx context.Context, lineID string) ([]store.User, error)
	Under(ctx context.Context, msisdn, idNumber string) (bool, error)
}

type portReader interface {
	Calendar(ctx context.Context, s store.Settings, from time.Time) (calendar.Calendar, error)
	OrderUnder(ctx context.Context, msisdn, idNumber string) (store.OrderRecord, error)
}

// OwnAddress is where a code goes that is about a line of the account.
func (s *LineAccess) OwnAddress(ctx context.Context, mobile string) (Address, error) {
	if middleware.RequestOf(ctx).User.ID == "" {
		return Address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	found, err := s.LineOf(ctx, mobile)
	if err != nil {
		return Address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return Address{}, err
	}
	if !mine {
		return Address{}, contract.Refuse(contract.FailAccountUnknown)
	}
	return reachable(found)
}

// Unguarded refuses what could harm the owner of a line whose SIM changed hands lately; people who work for us have no line.
func (s *LineAccess) Unguarded(ctx context.Context, lineID string) error {
	if lineID == "" {
		return nil
	}
	found, err := s.Lines.Get(ctx, lineID)
	if err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	return found.Unguarded(s.Now())
}

// MayChange refuses early what would be refused by the change itself; holder may have claimed the line before.
func (s *LineAccess) MayChange(ctx context.Context, found store.Line, holder string) error {
	by, err := s.Lines.ClaimOf(ctx, found.ID)
	switch {
	case err == nil && by.Holder != holder:
		return line.Busy(by.OrderNumber, by.Until)
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("read claim on line: %w", err)
	default:
		return found.MayChange(s.Now())
	}
}

// isMine tells whether a line is one of whoever is signed in.
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

// LineOfAccount is a line of whoever is signed in, by its subscription id.
func (s *LineAccess) LineOfAccount(ctx context.Context, subscriptionID string) (store.Line, error) {
	chosen, err := s.AccountLine(ctx, subscriptionID)
	if err != nil {
		return store.Line{}, err
	}
	found, err := s.Lines.Get(ctx, chosen.LineID)
	if err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	return found, nil
}

// AccountLine finds a line of whoever is signed in.
func (s *LineAccess) AccountLine(ctx context.Context, subscriptionID string) (store.Subscription, error) {
	user := middleware.RequestOf(ctx).User
	if user.ID == "" {
		return store.Subscription{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return store.Subscription{}, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := middleware.ChosenLine(lines, subscriptionID)
	if !ok || chosen.LineID == "" {
		return chosen, contract.Refuse(contract.FailAccountUnknown)
	}
	return chosen, nil
}

// OnItsWay takes the place of the refusal of a number that is not ours yet: whoever knows the ID under which it is being
// brought over is told the order that has to be finished first. Others learn nothing.
func (s *LineAccess) OnItsWay(ctx context.Context, mobile, idNumber string, refusal error) error {
	var refused *contract.Refusal
	if !errors.As(refusal, &refused) || refused.Code != contract.FailNotOurNumber {
		return refusal
	}
	if err := s.PermitIDGuess(ctx, mobile); err != nil {
		return err
	}
	record, err := s.Ports.OrderUnder(ctx, mobile, idNumber)
	if errors.Is(err, store.ErrNotFound) {
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
	return line.Busy(record.Order.Number, port.Due(days, *record.Order.Port, now, settings.Site.PortInWorkingDays))
}

// ReplacementAddress is where the code goes for replacing the SIM of a line: its number, and the account's e-mail, because a
// lost SIM receives nothing. Who is not signed in has shown the owner's ID before.
func (s *LineAccess) ReplacementAddress(ctx context.Context, mobile string) (Address, error) {
	found, err := s.LineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	if err != nil {
		return Address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return Address{}, err
	}
	if !mine {
		if _, err := s.ProvenAddress(ctx, string(gen.OtpSourceReplacement), mobile); err != nil {
			return Address{}, err
		}
	}
	to := Address{Mobile: found.MSISDN, Email: found.Contact.Email}
	if found.Kind == store.LineData {
		to.Mobile = found.Contact.Mobile
	}
	holders, err := s.Lines.Holders(ctx, found.ID)
	if err != nil {
		return to, fmt.Errorf("find holders: %w", err)
	}
	if len(holders) > 0 && holders[0].EmailConfirmed {
		to.Email = holders[0].Email
	}
	return to, nil
}

// AddressToAdd is where the code goes for a number that is to become a sub-account.
func (s *LineAccess) AddressToAdd(ctx context.Context, mobile string) (Address, error) {
	current := middleware.RequestOf(ctx)
	if current.User.ID == "" {
		return Address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Subscriptions.Of(ctx, current.User.ID)
	if err != nil {
		return Address{}, fmt.Errorf("read lines: %w", err)
	}
	line, err := s.Addable(ctx, lines, mobile)
	if err != nil {
		return Address{}, err
	}
	return reachable(line)
}

// Addable refuses what cannot become a sub-account beside the lines a user has.
func (s *LineAccess) Addable(ctx context.Context, lines []store.Subscription, mobile string) (store.Line, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return store.Line{}, err
	}
	at := slices.IndexFunc(lines, func(l store.Subscription) bool { return l.MSISDN == mobile })
	switch {
	case len(lines) == 0: // people who work for us
		return store.Line{}, contract.Refuse(contract.FailForbidden)
	case at >= 0 && lines[at].Main:
		return store.Line{}, contract.RefuseField("mobile_number", contract.FailOwnNumber)
	case at >= 0:
		return store.Line{}, contract.RefuseField("mobile_number", contract.FailAccountAdded)
	case len(lines)-1 >= settings.MaxSubAccounts:
		return store.Line{}, contract.Refuse(contract.FailMaxAccounts)
	}
	line, err := s.LineOf(ctx, mobile)
	if err != nil {
		return line, err
	}
	return line, line.Unguarded(s.Now())
}
