package spending

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	creditlimitstore "selfcare/internal/store/creditlimit"
)

// Standing is a line with its limits, as they stand at one moment.
type Standing struct {
	Plan    contract.PlanSubscription
	Account creditlimit.Account // of a postpaid line
	Limits  []creditlimit.Limit // the credit limit of a postpaid line or the balance of a prepaid one, and the caps that are set
	rows    []creditlimitstore.Row
	warn    int // per cent
}

// Known is what the caller has read of a line, under the lock of its plan.
type Known struct {
	Limits  []creditlimitstore.Row
	Balance contract.Halalas // of a prepaid line, locked
}

// Look reads a line with its limits.
func Look(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, now time.Time) (Standing, error) {
	limits, err := q.Limits.OfLines(ctx, plan.LineID)
	if err != nil {
		return Standing{Plan: plan}, err
	}
	known := Known{Limits: limits}
	if plan.Type == subscription.Prepaid {
		known.Balance, err = q.PlanSubscriptions.Balance(ctx, plan.LineID)
	}
	if err != nil {
		return Standing{Plan: plan}, err
	}
	return look(ctx, q, plan, known, now)
}

// look is Look with what is known.
func look(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, known Known, now time.Time) (Standing, error) {
	s := Standing{Plan: plan, rows: known.Limits}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return s, err
	}
	s.warn = settings.Spending.WarnPercent
	if plan.Type == subscription.Prepaid {
		s.Limits = append(s.Limits, creditlimit.OfBalance(known.Balance, s.row(creditlimit.Balance).Told))
	} else {
		err = s.credit(ctx, q, settings.Spending.Rules(), now)
	}
	if err != nil {
		return s, err
	}
	return s, s.caps(ctx, q)
}

func (s *Standing) row(kind creditlimit.Kind) (found creditlimitstore.Row) {
	for _, r := range s.rows {
		if r.Kind == kind {
			return r
		}
	}
	return creditlimitstore.Row{LineID: s.Plan.LineID}
}

func (s *Standing) credit(ctx context.Context, q *store.Tx, r creditlimit.CreditRules, now time.Time) (err error) {
	if s.Account, err = q.Limits.Account(ctx, s.Plan.LineID, now); err != nil {
		return err
	}
	row := s.row(creditlimit.Credit)
	s.Account.Chosen = row.Amount
	s.Account.Barred = s.Plan.Bills != nil && s.Plan.Bills.Level != contract.ServiceFull
	line, err := q.Lines.Get(ctx, s.Plan.LineID)
	if err != nil {
		return err
	}
	s.Account.Condition = line.Condition
	s.Limits = append(s.Limits, creditlimit.Limit{Kind: creditlimit.Credit, Amount: r.Limit(s.Account), Used: s.Account.Used, Told: row.Told})
	return nil
}

func (s *Standing) caps(ctx context.Context, q *store.Tx) error {
	if len(s.rows) == 0 {
		return nil
	}
	extra, roaming, err := q.Limits.SumUsed(ctx, s.Plan.LineID, subscription.UsageCountsSince(s.Plan))
	if err != nil {
		return err
	}
	used := map[creditlimit.Kind]contract.Halalas{creditlimit.Extra: extra, creditlimit.Roaming: roaming}
	for _, kind := range creditlimit.Caps() {
		if row := s.row(kind); row.Kind == kind {
			s.Limits = append(s.Limits, creditlimit.Limit{
				Kind: kind, Amount: row.Amount, Used: used[kind], Told: row.Told, Lifted: row.Lifted == s.Plan.Cycle,
			})
		}
	}
	return nil
}

// Of is one limit; false where there is none.
func (s Standing) Of(kind creditlimit.Kind) (creditlimit.Limit, bool) {
	for _, l := range s.Limits {
		if l.Kind == kind {
			return l, true
		}
	}
	return creditlimit.Limit{}, false
}

// SetBy is the account that set a limit; empty if none has.
func (s Standing) SetBy(kind creditlimit.Kind) string { return s.row(kind).UserID }
