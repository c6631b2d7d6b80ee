// Package line changes the SIMs and settings of a line.
package line

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// simChangeWithin is when a change of one SIM should be over. It is kept with the claim and never shown.
const simChangeWithin = time.Hour

// Activities writes the claims on lines and the rows of their SIMs.
type Activities struct{ store *store.Store }

// New takes the store.
func New(s *store.Store) *Activities { return &Activities{store: s} }

// ReleaseLine ends the claims of a holder.
func (a *Activities) ReleaseLine(ctx context.Context, holder string) error {
	return failure.Map("release line", a.store.Lines.Release(ctx, holder))
}

// BeginPrimarySwitch claims the line and returns the call for the network.
func (a *Activities) BeginPrimarySwitch(ctx context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return a.begin(ctx, "begin primary switch", in, line.SIM.ValidatePrimary)
}

// BeginSIMDeactivation claims the line and returns the call for the network.
func (a *Activities) BeginSIMDeactivation(ctx context.Context, in contract.SIMChangeAt) (contract.SIMOrder, error) {
	return a.begin(ctx, "begin sim deactivation", in, line.SIM.ValidateDeactivation)
}

// begin refuses a change that is not allowed, unless this very change is already in the books: a worker may have died after it
// wrote that.
func (a *Activities) begin(ctx context.Context, operation string, in contract.SIMChangeAt, may func(line.SIM) error) (todo contract.SIMOrder, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		claim := linestore.Claim{Holder: in.Change.Holder, Until: in.Now.Add(simChangeWithin)}
		found, err := lines.Changeable(ctx, q, in.Change.LineID, claim, in.Now)
		if err != nil {
			return err
		}
		sim, err := q.LineSIMs.Get(ctx, in.Change.LineID, in.Change.SIMID)
		if errors.Is(err, storeerrors.ErrNotFound) {
			return contract.Refuse(contract.FailSIMUnknown)
		}
		if err != nil {
			return err
		}
		todo = contract.SIMOrder{Key: in.Change.Holder, MSISDN: found.MSISDN, Primary: found.ICCID, ICCID: sim.ICCID}
		if refused := may(line.SIM{Primary: sim.Primary, State: sim.State}); refused != nil {
			return dropRefusalIfTold(ctx, q, in.Change.Holder, refused)
		}
		return nil
	})
	return todo, failure.Map(operation, err)
}

// dropRefusalIfTold drops a refusal if the holders of the line were already told of this change, because that message is written with
// it.
func dropRefusalIfTold(ctx context.Context, q *store.Tx, holder string, refused error) error {
	told, err := q.Outbox.Of(ctx, holder)
	if err != nil || len(told) > 0 {
		return err
	}
	return refused
}

// RecordPrimary records the new primary SIM and releases the line. It names the former primary SIM, which is now one of
// several.
func (a *Activities) RecordPrimary(ctx context.Context, in contract.SIMChangeAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.LineSIMs.NamePrimary(ctx, in.Change.LineID, texts.Text(in.Change.Language, "sim.first", nil)); err != nil {
			return err
		}
		if err := q.LineSIMs.MakePrimary(ctx, in.Change.LineID, in.Change.SIMID); err != nil {
			return err
		}
		return a.finish(ctx, q, in.Change, "sim-primary-switched")
	})
	return failure.Map("record primary sim", err)
}

// finish releases the line and tells its holders.
func (a *Activities) finish(ctx context.Context, q *store.Tx, in contract.SIMChangeInput, template string) error {
	if err := q.Lines.Release(ctx, in.Holder); err != nil {
		return err
	}
	found, err := lines.ByID(ctx, q, in.LineID)
	if err != nil {
		return err
	}
	notices, err := lines.HolderNotices(ctx, q, in.LineID, contract.Notice{
		OrderID: in.Holder, Key: template, Template: template, Language: in.Language, Params: map[string]string{"msisdn": found.MSISDN},
	})
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}

// RecordSIMDeactivation records that a SIM is out of use and releases the line.
func (a *Activities) RecordSIMDeactivation(ctx context.Context, in contract.SIMChangeAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.LineSIMs.End(ctx, in.Change.LineID, in.Change.SIMID, in.Now, line.FeeUntil(in.Now)); err != nil {
			return err
		}
		return a.finish(ctx, q, in.Change, "sim-deactivated")
	})
	return failure.Map("record sim deactivation", err)
}
