package casework

import (
	"context"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

// DecideNumberReturn retries the return of a number, or counts it as done by hand, and audits the person.
func (d *Decisions) DecideNumberReturn(ctx context.Context, r contract.NumberReturn, in contract.Resolution) error {
	by := middleware.RequestOf(ctx).User.ID
	entry := audit.Record{
		OrderID: r.LineID, Actor: by, Action: in.Action, Note: in.Note,
		Details: map[string]string{"work": string(contract.WorkReturnNumber), "failure": string(r.Failure)},
	}
	return d.Entries.Change(ctx, entry, func(q *store.Tx) error {
		decided, err := q.NumberReturns.Decide(ctx, r.LineID, in.Action == contract.ResolveSkip, d.Now())
		if err == nil && !decided { // another decision came first
			return contract.Refuse(contract.FailCaseNotHeld)
		}
		return err
	})
}
