// Package subscription stores the plans of lines, the charges of their cycles, and the calls to them.
package subscription

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/plan"
	"selfcare/internal/domain/subscription"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	linestore "selfcare/internal/store/line"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/setting"
)

// PlanLook is a line, and a plan that it may get: all facts about both, read at one moment.
type PlanLook struct {
	Line    linestore.Line
	Present contract.PlanSubscription // without a line id for a line without a plan workflow
	Claim   line.Claim                // the running change of the line, if any
	Plan    subscription.Plan         // an unknown plan is not on sale
	Name    planstore.Name            // of Plan
	Balance contract.Halalas
	Credit  contract.Halalas // chosen limit of a postpaid line; zero without a choice
	Price   contract.Halalas // of the line's present plan, with VAT
	LineExtras
}

// CreditLimit returns the credit limit of the line.
func (l PlanLook) CreditLimit(s setting.Settings) contract.Halalas {
	return s.Spending.Rules().Limit(creditlimit.Account{Chosen: l.Credit, PlanPrice: l.Price})
}

// LineExtras are the items that a line pays for in addition to its plan.
type LineExtras struct {
	SIMs       []subscription.SIM
	Commitment *subscription.Commitment
}

// extrasRow receives the extras of a line.
type extrasRow struct {
	months, waived sql.NullInt64
	since          sql.NullTime
	sims           []byte
}

func (r *extrasRow) fields() []any { return []any{&r.months, &r.waived, &r.since, &r.sims} }

func (r *extrasRow) read() (e LineExtras, err error) {
	if r.months.Valid {
		e.Commitment = &subscription.Commitment{Months: int(r.months.Int64), Waived: contract.Halalas(r.waived.Int64), Since: r.since.Time}
	}
	return e, json.Unmarshal(r.sims, &e.SIMs)
}

// Look reads a line in service and a plan, with the line's extras from a time on.
func (q Subscriptions) Look(ctx context.Context, lineID, planID string, from time.Time) (look PlanLook, err error) {
	var state []byte
	var until sql.NullTime
	var extras extrasRow
	var row linestore.Row
	p := &look.Plan
	p.ID = planID
	fields := []any{
		&state, &look.Claim.Holder, &look.Claim.OrderNumber, &until, (*int64)(&look.Balance), (*int64)(&look.Credit), (*int64)(&look.Price),
		(*int64)(&p.Price), &p.Period.Months, &p.Period.Days, &p.Type, &p.Kind, &p.OnSale, &p.Renews, &p.Commits,
		&look.Name.En, &look.Name.Ar,
	}
	fields = append(append(fields, extras.fields()...), row.Fields()...)
	if err := hot.PlanLook.Row(ctx, q.Conn, lineID, planID, from).Scan(fields...); err != nil {
		return look, storeerrors.Translate("look at a line beside a plan", err)
	}
	look.Claim.Until = until.Time
	if look.LineExtras, err = extras.read(); err == nil {
		look.Line, err = linestore.Lines(q).Read(row)
	}
	return look, storeerrors.Translate("look at a line beside a plan", errors.Join(err, contract.Decode(state, &look.Present)))
}

// PlanView is the plan of a line as its owner sees it.
type PlanView struct {
	Subscription contract.PlanSubscription
	Present      planstore.Name
	Next         plan.Plan // of the next cycle: the scheduled plan, otherwise the present one
	Balance      contract.Halalas
	// LastSwitch is the latest switch that the viewer paid for; nil without one.
	LastSwitch *contract.Purchase
	To, From   planstore.Name // of LastSwitch
	LineExtras                // in the next cycle
}

// View reads the plan of a line for a user.
func (q Subscriptions) View(ctx context.Context, lineID, userID string) (v PlanView, err error) {
	var state, last []byte
	var extras extrasRow
	var next planstore.Sold
	fields := []any{&state, &v.Present.En, &v.Present.Ar, (*int64)(&v.Balance), &last, &v.To.En, &v.To.Ar, &v.From.En, &v.From.Ar}
	fields = append(append(fields, extras.fields()...), next.Fields()...)
	if err := hot.PlanView.Row(ctx, q.Conn, lineID, userID).Scan(fields...); err != nil {
		return v, storeerrors.Translate("view plan", err)
	}
	v.LineExtras, err = extras.read()
	if err == nil {
		v.Next, err = next.Read()
	}
	if len(last) > 0 {
		v.LastSwitch = &contract.Purchase{}
		err = errors.Join(err, contract.Decode(last, v.LastSwitch))
	}
	return v, storeerrors.Translate("view plan", errors.Join(err, contract.Decode(state, &v.Subscription)))
}

// TermsOf returns the terms of a plan for the rules.
func TermsOf(p plan.Plan) subscription.Plan {
	return subscription.Plan{
		ID: p.ID, Price: p.Price, Period: subscription.Period{Months: p.CycleMonths, Days: p.ValidityDays}, Type: p.SubscriptionType, Kind: p.Kind,
		OnSale: p.OnSale, Renews: p.Renews, Commits: p.CommitmentMonths > 0,
	}
}
