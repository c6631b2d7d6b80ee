package activities

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
)

// simChangeWithin is when a change of one SIM should be over; it is shown to nobody, only kept with the claim.
const simChangeWithin = time.Hour

// Lines keeps the claims on lines and the rows of their SIMs.
type Lines struct{ store *store.Store }

// NewLines needs the store.
func NewLines(s *store.Store) *Lines { return &Lines{store: s} }

// toHolders addresses one notice to each way to reach those who hold a line.
func toHolders(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	reach, err := holdersOf(ctx, q, lineID)
	notices := make([]contract.Notice, len(reach))
	for i, way := range reach {
		notices[i] = notice
		notices[i].Key, notices[i].Mobile, notices[i].Email = fmt.Sprintf("%s-%d", notice.Key, i), way.Mobile, way.Email
	}
	return notices, err
}

// holdersOf lists every way to reach those who hold a line: its number, what its owner left with us, and the accounts it is in.
func holdersOf(ctx context.Context, q *store.Tx, lineID string) ([]contract.Reach, error) {
	found, err := q.Lines.Get(ctx, lineID)
	if err != nil {
		return nil, err
	}
	users, err := q.Lines.Holders(ctx, lineID)
	if err != nil {
		return nil, err
	}
	mobiles, emails := []string{found.Contact.Mobile}, []string{found.Contact.Email}
	if found.Kind != store.LineData { // receives no messages
		mobiles = append(mobiles, found.MSISDN)
	}
	for _, user := range users {
		if user.EmailConfirmed {
			emails = append(emails, user.Email)
		}
	}
	return reaches(mobiles, emails), nil
}

// reaches drops what is empty or known already.
func reaches(mobiles, emails []string) []contract.Reach {
	var all []contract.Reach
	known := map[string]bool{"": true}
	for _, mobile := range mobiles {
		if !known[mobile] {
			all = append(all, contract.Reach{Mobile: mobile})
		}
		known[mobile] = true
	}
	for _, email := range emails {
		if !known[email] {
			all = append(all, contract.Reach{Email: email})
		}
		known[email] = true
	}
	return all
}

// ReleaseLine ends the claims of a holder.
func (a *Lines) ReleaseLine(ctx context.Context, holder string) error {
	return refused("release line", a.store.Lines.Release(ctx, holder))
}

// BeginPrimarySwitch claims the line and says what the network has to do.
func (a *Lines) BeginPrimarySwitch(ctx context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return a.begin(ctx, "begin primary switch", in, line.SIM.MayBecomePrimary)
}

// BeginSIMDeactivation claims the line and says what the network has to do.
func (a *Lines) BeginSIMDeactivation(ctx context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return a.begin(ctx, "begin sim deactivation", in, line.SIM.MayBeDeactivated)
}

func (a *Lines) begin(ctx context.Context, operation string, in contract.SIMChangeAt, may func(line.SIM) error) (todo contract.SIMOrder, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		claim := store.LineClaim{Holder: in.Change.Holder, Until: in.Now.Add(simChangeWithin)}
		found, err := changeable(ctx, q, in.Change.LineID, claim, in.Now)
		if err != nil {
			return err
		}
		sim, err := q.LineSIMs.Get(ctx, in.Change.LineID, in.Change.SIMID)
		if errors.Is(err, store.ErrNotFound) {
			return contract.Refuse(contract.FailSIMUnknown)
		}
		if err != nil {
			return err
		}
		todo = contract.SIMOrder{Key: in.Change.Holder, MSISDN: found.MSISDN, Primary: found.ICCID, ICCID: sim.ICCID}
		return may(line.SIM{Primary: sim.Primary, State: sim.State})
	})
	return todo, refused(operation, err)
}

// RecordPrimary notes which SIM is the primary one by now and gives the line free.
func (a *Lines) RecordPrimary(ctx context.Context, in contract.SIMChangeAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.LineSIMs.MakePrimary(ctx, in.Change.LineID, in.Change.SIMID); err != nil {
			return err
		}
		return a.finish(ctx, q, in.Change, "sim-primary-switched")
	})
	return refused("record primary sim", err)
}

// finish gives the line free and tells its holders.
func (a *Lines) finish(ctx context.Context, q *store.Tx, in contract.SIMChangeInput, template string) error {
	if err := q.Lines.Release(ctx, in.Holder); err != nil {
		return err
	}
	found, err := lineByID(ctx, q, in.LineID)
	if err != nil {
		return err
	}
	notices, err := toHolders(ctx, q, in.LineID, contract.Notice{
		OrderID: in.Holder, Key: template, Template: template, Language: in.Language, Params: map[string]string{"msisdn": found.MSISDN},
	})
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}

// RecordSIMDeactivation notes that a SIM is out of use and gives the line free.
func (a *Lines) RecordSIMDeactivation(ctx context.Context, in contract.SIMChangeAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.LineSIMs.End(ctx, in.Change.LineID, in.Change.SIMID, in.Now, line.FeeUntil(in.Now)); err != nil {
			return err
		}
		return a.finish(ctx, q, in.Change, "sim-deactivated")
	})
	return refused("record sim deactivation", err)
}

// changeable claims a line and refuses one that may not be changed now.
func changeable(ctx context.Context, q *store.Tx, lineID string, claim store.LineClaim, now time.Time) (store.Line, error) {
	found, err := lineByID(ctx, q, lineID)
	if err != nil {
		return found, err
	}
	claim.LineID = lineID
	if err := claimLine(ctx, q, claim); err != nil {
		return found, err
	}
	return found, found.MayChange(now)
}

// unclaimed is a line that may be changed and that nobody changes.
func unclaimed(ctx context.Context, q *store.Tx, lineID string, now time.Time) (store.Line, error) {
	found, err := lineByID(ctx, q, lineID)
	if err != nil {
		return found, err
	}
	by, err := q.Lines.ClaimOf(ctx, lineID)
	switch {
	case err == nil:
		return found, line.Busy(by.OrderNumber, by.Until)
	case !errors.Is(err, store.ErrNotFound):
		return found, err
	default:
		return found, found.MayChange(now)
	}
}

func lineByID(ctx context.Context, q *store.Tx, lineID string) (store.Line, error) {
	found, err := q.Lines.Get(ctx, lineID)
	if errors.Is(err, store.ErrNotFound) {
		return found, contract.Refuse(contract.FailNumberAbsent)
	}
	return found, err
}

func claimLine(ctx context.Context, q *store.Tx, claim store.LineClaim) error {
	err := q.Lines.Claim(ctx, claim)
	var busy *store.LineBusyError
	if errors.As(err, &busy) {
		return line.Busy(busy.By.OrderNumber, busy.By.Until)
	}
	return err
}
