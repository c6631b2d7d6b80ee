package spending

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/spending"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/limits"
)

// Standing is a line with its limits, as they stand at one moment.
type Standing struct {
	Plan    contract.PlanSubscription
	Account spending.Account // of a postpaid line
	Limits  []spending.Limit // the credit limit of a postpaid line or the balance of a prepaid one, and the caps that are set
	rows    []limits.Row
	warn    int // per cent
}

// Look reads a line with its limits.
func Look(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, now time.Time) (Standing, error) {
	s := Standing{Plan: plan}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return s, err
	}
	s.warn = settings.Spending.WarnPercent
	if s.rows, err = q.Limits.OfLines(ctx, plan.LineID); err != nil {
		return s, err
	}
	if plan.Type == subscription.Prepaid {
		err = s.balance(ctx, q)
	} else {
		err = s.credit(ctx, q, settings.Spending.Rules(), now)
	}
	if err != nil {
		return s, err
	}
	return s, s.caps(ctx, q)
}

func (s *Standing) balance(ctx context.Context, q *store.Tx) error {
	left, err := q.PlanSubscriptions.Balance(ctx, s.Plan.LineID)
	s.Limits = append(s.Limits, spending.OfBalance(left, s.row(spending.Balance).Told))
	return err
}

func (s *Standing) row(kind spending.Kind) (found limits.Row) {
	for _, r := range s.rows {
		if r.Kind == kind {
			return r
		}
	}
	return limits.Row{LineID: s.Plan.LineID}
}

func (s *Standing) credit(ctx context.Context, q *store.Tx, r spending.CreditRules, now time.Time) (err error) {
	if s.Account, err = q.Limits.Account(ctx, s.Plan.LineID, now); err != nil {
		return err
	}
	row := s.row(spending.Credit)
	s.Account.Chosen = row.Amount
	s.Account.Barred = s.Plan.Bills != nil && s.Plan.Bills.Level != contract.ServiceFull
	line, err := q.Lines.Get(ctx, s.Plan.LineID)
	if err != nil {
		return err
	}
	s.Account.Condition = line.Condition
	s.Limits = append(s.Limits, spending.Limit{Kind: spending.Credit, Amount: r.Limit(s.Account), Used: s.Account.Used, Told: row.Told})
	return nil
}

func (s *Standing) caps(ctx context.Context, q *store.Tx) error {
	if len(s.rows) == 0 {
		return nil
	}
	extra, roaming, err := q.Limits.Used(ctx, s.Plan.LineID, subscription.SpentSince(s.Plan))
	if err != nil {
		return err
	}
	used := map[spending.Kind]contract.Halalas{spending.Extra: extra, spending.Roaming: roaming}
	for _, kind := range spending.Caps() {
		if row := s.row(kind); row.Kind == kind {
			s.Limits = append(s.Limits, spending.Limit{
				Kind: kind, Amount: row.Amount, Used: used[kind], Told: row.Told, Lifted: row.Lifted == s.Plan.Cycle,
			})
		}
	}
	return nil
}

// Of is one limit; false where there is none.
func (s Standing) Of(kind spending.Kind) (spending.Limit, bool) {
	for _, l := range s.Limits {
		if l.Kind == kind {
			return l, true
		}
	}
	return spending.Limit{}, false
}

// SetBy is who set a limit; empty where nobody has.
func (s Standing) SetBy(kind spending.Kind) string { return s.row(kind).UserID }
