package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/port"
	"selfcare/internal/store"
)

// lineAccess says what a caller may know of a line and do with it.
type lineAccess struct {
	*core
	cache         noteCache
	lines         accessibleLines
	subscriptions subscriptionReader
	ports         portReader
}

// noteCache keeps for a while what a session has shown.
type noteCache interface {
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

type subscriptionReader interface {
	Of(ctx context.Context, userID string) ([]store.Subscription, error)
}

type portReader interface {
	Calendar(ctx context.Context, s store.Settings, from time.Time) (calendar.Calendar, error)
	OrderUnder(ctx context.Context, msisdn, idNumber string) (store.OrderRecord, error)
}

// ownAddress is where a code goes that is about a line of the account.
func (s *lineAccess) ownAddress(ctx context.Context, mobile string) (address, error) {
	if requestOf(ctx).user.ID == "" {
		return address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	found, err := s.lineOf(ctx, mobile)
	if err != nil {
		return address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return address{}, err
	}
	if !mine {
		return address{}, contract.Refuse(contract.FailAccountUnknown)
	}
	return reachable(found)
}

// unguarded refuses what could harm the owner of a line whose SIM changed hands lately; people who work for us have no line.
func (s *lineAccess) unguarded(ctx context.Context, lineID string) error {
	if lineID == "" {
		return nil
	}
	found, err := s.lines.Get(ctx, lineID)
	if err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	return found.Unguarded(s.now())
}

// mayChange refuses early what would be refused by the change itself; holder may have claimed the line before.
func (s *lineAccess) mayChange(ctx context.Context, found store.Line, holder string) error {
	by, err := s.lines.ClaimOf(ctx, found.ID)
	switch {
	case err == nil && by.Holder != holder:
		return line.Busy(by.OrderNumber, by.Until)
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("read claim on line: %w", err)
	default:
		return found.MayChange(s.now())
	}
}

// isMine tells whether a line is one of whoever is signed in.
func (s *lineAccess) isMine(ctx context.Context, lineID string) (bool, error) {
	user := requestOf(ctx).user
	if user.ID == "" {
		return false, nil
	}
	lines, err := s.subscriptions.Of(ctx, user.ID)
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

func (s *lineAccess) lineOfAccount(ctx context.Context, subscriptionID string) (store.Line, error) {
	chosen, err := s.accountLine(ctx, subscriptionID)
	if err != nil {
		return store.Line{}, err
	}
	found, err := s.lines.Get(ctx, chosen.LineID)
	if err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	return found, nil
}

// accountLine finds a line of whoever is signed in.
func (s *lineAccess) accountLine(ctx context.Context, subscriptionID string) (store.Subscription, error) {
	user := requestOf(ctx).user
	if user.ID == "" {
		return store.Subscription{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.subscriptions.Of(ctx, user.ID)
	if err != nil {
		return store.Subscription{}, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := chosenLine(lines, subscriptionID)
	if !ok || chosen.LineID == "" {
		return chosen, contract.Refuse(contract.FailAccountUnknown)
	}
	return chosen, nil
}

// onItsWay takes the place of the refusal of a number that is not ours yet: whoever knows the ID under which it is being
// brought over is told the order that has to be finished first. Others learn nothing.
func (s *lineAccess) onItsWay(ctx context.Context, mobile, idNumber string, refusal error) error {
	var refused *contract.Refusal
	if !errors.As(refusal, &refused) || refused.Code != contract.FailNotOurNumber {
		return refusal
	}
	if err := s.permitIDGuess(ctx, mobile); err != nil {
		return err
	}
	record, err := s.ports.OrderUnder(ctx, mobile, idNumber)
	if errors.Is(err, store.ErrNotFound) {
		return refusal
	}
	if err != nil {
		return fmt.Errorf("look for a port: %w", err)
	}
	settings, err := s.settings(ctx)
	if err != nil {
		return err
	}
	now := s.now()
	days, err := s.ports.Calendar(ctx, settings, now)
	if err != nil {
		return fmt.Errorf("read the calendar: %w", err)
	}
	return line.Busy(record.Order.Number, port.Due(days, *record.Order.Port, now, settings.Site.PortInWorkingDays))
}

// replacementAddress is where the code goes for replacing the SIM of a line: its number, and the account's e-mail, because a
// lost SIM receives nothing. Who is not signed in has shown the owner's ID before.
func (s *lineAccess) replacementAddress(ctx context.Context, mobile string) (address, error) {
	found, err := s.lineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	if err != nil {
		return address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return address{}, err
	}
	if !mine {
		if _, err := s.provenAddress(ctx, string(gen.OtpSourceReplacement), mobile); err != nil {
			return address{}, err
		}
	}
	to := address{mobile: found.MSISDN, email: found.Contact.Email}
	if found.Kind == store.LineData {
		to.mobile = found.Contact.Mobile
	}
	holders, err := s.lines.Holders(ctx, found.ID)
	if err != nil {
		return to, fmt.Errorf("find holders: %w", err)
	}
	if len(holders) > 0 && holders[0].EmailConfirmed {
		to.email = holders[0].Email
	}
	return to, nil
}

// addressToAdd is where the code goes for a number that is to become a sub-account.
func (s *lineAccess) addressToAdd(ctx context.Context, mobile string) (address, error) {
	current := requestOf(ctx)
	if current.user.ID == "" {
		return address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.subscriptions.Of(ctx, current.user.ID)
	if err != nil {
		return address{}, fmt.Errorf("read lines: %w", err)
	}
	line, err := s.addable(ctx, lines, mobile)
	if err != nil {
		return address{}, err
	}
	return reachable(line)
}

// addable refuses what cannot become a sub-account beside the lines a user has.
func (s *lineAccess) addable(ctx context.Context, lines []store.Subscription, mobile string) (store.Line, error) {
	settings, err := s.settings(ctx)
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
	line, err := s.lineOf(ctx, mobile)
	if err != nil {
		return line, err
	}
	return line, line.Unguarded(s.now())
}
