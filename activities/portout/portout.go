// Package portout decides whether one of our numbers leaves for another operator, and records that.
package portout

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/state"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// Activities are the writes of requests for our numbers. Each takes the state that the workflow knows and returns the next
// one.
type Activities struct{ store *store.Store }

// New takes the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// CheckPortOut decides by the rules whether a number leaves, records the decision, locks its line against other changes, and
// tells all who hold it. A repeat returns the same decision.
func (a *Activities) CheckPortOut(ctx context.Context, p contract.PortOut, in contract.PortOutCheck) (contract.PortOut, error) {
	return a.open(ctx, "check port-out", p, func(q *store.Tx) (contract.PortOut, error) {
		p, reason, err := a.judgePortOut(ctx, q, p, in)
		if err == nil && reason == "" {
			reason, err = claim(ctx, q, p)
		}
		if err != nil {
			return p, err
		}
		if p = port.DecidePortOut(p, reason, in.Now); reason != "" {
			return p, tell(ctx, q, p, messageRefused, nil)
		}
		return p, tell(ctx, q, p, messageAsked, map[string]string{"link": objection(p, in.Asked)})
	})
}

// claim locks the line against other changes; if another change came first, the number stays.
func claim(ctx context.Context, q *store.Tx, p contract.PortOut) (contract.Code, error) {
	err := q.Lines.Claim(ctx, linestore.Claim{LineID: p.LineID, Holder: Holder(p), Until: p.CutOverAt})
	var busy *linestore.BusyError
	if errors.As(err, &busy) {
		return contract.PortOutLineBusy, nil
	}
	return "", err
}

// Holder is the holder of the claim on a leaving line.
func Holder(p contract.PortOut) string { return contract.HolderPortOut + p.Reference }

// judgePortOut applies the rules to a number and calculates the costs of leaving.
func (a *Activities) judgePortOut(ctx context.Context, q *store.Tx, p contract.PortOut, in contract.PortOutCheck) (contract.PortOut, contract.Code, error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return p, "", err
	}
	asked, lineID, language, err := q.PortOuts.FindAsked(ctx, in.Asked.MSISDN, in.Asked.IDNumber)
	if err != nil || lineID == "" {
		return p, contract.PortOutNotOurs, err
	}
	promised, err := q.PlanSubscriptions.Commitment(ctx, lineID)
	if err != nil {
		return p, "", err
	}
	if promised != nil {
		asked.Commitment = promised.LeavingCosts(p.CutOverAt)
	}
	p.LineID, p.Language = lineID, language
	reason := port.MayLeave(asked, in.Now, settings.Port.PortOutRules())
	if reason == "" {
		p.Bill = asked.Bill()
	}
	return p, reason, nil
}

// RefusePortOut records that a number stays because it could not be checked in time. It overrules an agreement made meanwhile;
// an earlier refusal stays as it is.
func (a *Activities) RefusePortOut(ctx context.Context, p contract.PortOut, in contract.PortOutRefusal) (contract.PortOut, error) {
	next, changed := port.RefusePortOut(p, in.Reason, in.Now)
	if !changed {
		return p, nil
	}
	refuse := func(q *store.Tx) (contract.PortOut, error) {
		if err := q.Lines.Release(ctx, Holder(next)); err != nil {
			return next, err
		}
		return next, tell(ctx, q, next, messageRefused, nil)
	}
	if p.Seq > 0 {
		return a.change(ctx, "refuse port-out", p, refuse)
	}
	return a.open(ctx, "refuse port-out", p, func(q *store.Tx) (contract.PortOut, error) {
		line, err := q.Lines.ByNumber(ctx, in.MSISDN)
		if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
			return next, err
		}
		next.LineID = line.ID
		return refuse(q)
	})
}

// RecordObjection records when a holder of the line said "this was not me".
func (a *Activities) RecordObjection(ctx context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	return a.change(ctx, "record objection", p, func(*store.Tx) (contract.PortOut, error) {
		p.ObjectedAt = in.Now
		return p, nil
	})
}

// BeginPortOut records that the cut-over has begun: from then on an objection is too late.
func (a *Activities) BeginPortOut(ctx context.Context, p contract.PortOut, _ contract.At) (contract.PortOut, error) {
	next, changed := port.BeginMove(p)
	if !changed {
		return p, nil
	}
	return a.change(ctx, "begin port-out", p, func(*store.Tx) (contract.PortOut, error) { return next, nil })
}

// CompletePortOut records that another operator serves the number. Its line ends next; until then the claim blocks other
// changes.
func (a *Activities) CompletePortOut(ctx context.Context, p contract.PortOut, in contract.At) (contract.PortOut, error) {
	next, changed := port.CompleteMove(p, in.Now)
	if !changed {
		return p, nil
	}
	return a.change(ctx, "complete port-out", p, func(*store.Tx) (contract.PortOut, error) { return next, nil })
}

// EndPortOut records that the number stays, releases its line and tells all who hold it the reason.
func (a *Activities) EndPortOut(ctx context.Context, p contract.PortOut, in contract.PortOutEnded) (contract.PortOut, error) {
	next, changed := port.EndPortOut(p, in.Stage, in.Now)
	if !changed {
		return p, nil
	}
	return a.change(ctx, "end port-out", p, func(q *store.Tx) (contract.PortOut, error) {
		if err := q.Lines.Release(ctx, Holder(p)); err != nil {
			return next, err
		}
		return next, tell(ctx, q, next, endings[in.Stage], nil)
	})
}

// HoldPortOut records why the request cannot continue by itself.
func (a *Activities) HoldPortOut(ctx context.Context, p contract.PortOut, in contract.PortOutHeldUp) (contract.PortOut, error) {
	next, changed := port.HoldPortOut(p, in)
	if !changed {
		return p, nil
	}
	return a.change(ctx, "hold port-out", p, func(*store.Tx) (contract.PortOut, error) { return next, nil })
}

// ResumePortOut applies support's decision and writes it to the audit log.
func (a *Activities) ResumePortOut(ctx context.Context, p contract.PortOut, in contract.PortOutResumed) (contract.PortOut, error) {
	next, changed := port.ResumePortOut(p)
	if !changed {
		return p, nil
	}
	return a.change(ctx, "resume port-out", p, func(q *store.Tx) (contract.PortOut, error) {
		held, r := *p.Held, in.Resolution
		if r.Actor == "" { // our database answers again
			return next, nil
		}
		return next, q.Audit.Write(ctx, audit.Record{
			Key: fmt.Sprintf("resume:%s:%d", p.ID, p.Seq), OrderID: p.ID, Actor: r.Actor, Action: r.Action, Note: r.Note,
			Details: map[string]string{"work": string(held.Work), "reference": p.Reference},
		})
	})
}

// open writes the first state of a request. If our database already has one, the workflow continues from that.
func (a *Activities) open(ctx context.Context, operation string, p contract.PortOut, do func(q *store.Tx) (contract.PortOut, error)) (contract.PortOut, error) {
	if ahead := rows.FindAhead(ctx, a.store, p); ahead != nil {
		return contract.PortOut{}, ahead
	}
	var next contract.PortOut
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		p.Seq = 1
		if next, err = do(q); err != nil {
			return err
		}
		next.Seq = 1
		return q.PortOuts.Open(ctx, next)
	})
	return next, failure.Map(operation, err)
}

func (a *Activities) change(ctx context.Context, operation string, before contract.PortOut, do func(q *store.Tx) (contract.PortOut, error)) (contract.PortOut, error) {
	return rows.Change(ctx, a.store, operation, before, do)
}

var rows = state.Rows[contract.PortOut]{
	Seq: func(p *contract.PortOut) *int64 { return &p.Seq },
	Get: func(ctx context.Context, q *store.Tx, of contract.PortOut) (contract.PortOut, error) {
		return q.PortOuts.Get(ctx, of.Reference)
	},
	Save: func(ctx context.Context, q *store.Tx, next contract.PortOut) (bool, error) {
		return true, q.PortOuts.Save(ctx, next)
	},
}
