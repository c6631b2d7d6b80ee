// Package subscription stores the plans of lines, the charges of their cycles, and the calls to their workflows.
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

// extraColumns are the extras of a line $1 from a time on, with its commitment m.
const extraColumns = `m.months, m.waived, m.since, coalesce((
           SELECT jsonb_agg(jsonb_build_object('ID', f.id, 'Fee', f.monthly_fee) ORDER BY f.since, f.id) FROM line_sims AS f
           WHERE f.line_id = $1 AND NOT f.is_primary AND f.monthly_fee > 0 AND f.state <> 'pending' AND (f.fee_until IS NULL OR f.fee_until > `

// extrasRow receives extraColumns.
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

const planLook = `
SELECT coalesce(s.state::text, '{}'), coalesce(w.holder, ''), coalesce(w.order_number, ''), w.until, coalesce(b.amount, 0),
       coalesce(k.amount, 0), coalesce(n.price, 0), coalesce(c.price, 0), coalesce(c.cycle_months, 0), coalesce(c.validity_days, 0), coalesce(c.subscription_type, ''), coalesce(c.kind, ''),
       coalesce(c.on_sale, false), coalesce(c.renews, false), coalesce(c.commitment_months > 0, false),
       coalesce(c.name_en, ''), coalesce(c.name_ar, ''),
       ` + extraColumns + `$3)), '[]'), ` + linestore.Columns + `
FROM ` + linestore.Owned + ` LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
LEFT JOIN line_changes AS w ON w.line_id = l.id AND (w.expires_at IS NULL OR w.expires_at > now())
LEFT JOIN line_balances AS b ON b.line_id = l.id
LEFT JOIN line_limits AS k ON k.line_id = l.id AND k.kind = 'credit'
LEFT JOIN plans AS n ON n.id = l.plan_id
LEFT JOIN plans AS c ON c.id = $2
LEFT JOIN line_commitments AS m ON m.line_id = l.id
WHERE l.id = $1 AND l.status <> 'ended'`

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
	if err := q.Prepared().Row(ctx, planLook, lineID, planID, from).Scan(fields...); err != nil {
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

const planView = `
SELECT s.state::text, n.name_en, n.name_ar, coalesce(b.amount, 0), coalesce(w.state::text, ''), coalesce(t.name_en, ''), coalesce(t.name_ar, ''),
       coalesce(f.name_en, ''), coalesce(f.name_ar, ''), ` + extraColumns + `s.cycle_until)), '[]'), ` + planstore.Columns + `
FROM plan_subscriptions AS s JOIN plans AS n ON n.id = s.plan_id JOIN plans AS c ON c.id = coalesce(s.next_plan, s.plan_id)
LEFT JOIN line_balances AS b ON b.line_id = s.line_id
LEFT JOIN line_commitments AS m ON m.line_id = s.line_id
LEFT JOIN LATERAL (
    SELECT state FROM purchases WHERE user_id = $2 AND line_id = $1 AND kind = '` + string(contract.PurchaseSwitch) + `' ORDER BY created_at DESC LIMIT 1
) AS w ON true
LEFT JOIN plans AS t ON t.id = w.state -> 'switch' ->> 'planId'
LEFT JOIN plans AS f ON f.id = w.state -> 'switch' ->> 'fromPlanId'
WHERE s.line_id = $1`

// View reads the plan of a line for a user.
func (q Subscriptions) View(ctx context.Context, lineID, userID string) (v PlanView, err error) {
	var state, last []byte
	var extras extrasRow
	var next planstore.Sold
	fields := []any{&state, &v.Present.En, &v.Present.Ar, (*int64)(&v.Balance), &last, &v.To.En, &v.To.Ar, &v.From.En, &v.From.Ar}
	fields = append(append(fields, extras.fields()...), next.Fields()...)
	if err := q.Prepared().Row(ctx, planView, lineID, userID).Scan(fields...); err != nil {
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
