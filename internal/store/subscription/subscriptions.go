package subscription

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/domain/usage"
	"selfcare/internal/ledger"
	allowancestore "selfcare/internal/store/allowance"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/tx"
)

// Subscriptions stores the plans of lines, the charges of their cycles, and the calls to them.
type Subscriptions struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:plan_subscriptions,alias:s"`

	LineID    string                     `bun:"line_id,pk"`
	PlanID    string                     `bun:"plan_id"`
	Stage     contract.SubscriptionStage `bun:"stage"`
	AutoRenew bool                       `bun:"auto_renew"`
	Cycle     int                        `bun:"cycle"`
	From      time.Time                  `bun:"cycle_from"`
	Until     time.Time                  `bun:"cycle_until"`
	Step      contract.SubscriptionStep  `bun:"step"`
	DueAt     time.Time                  `bun:"due_at,nullzero"`
	Seq       int64                      `bun:"seq"`
	State     json.RawMessage            `bun:"state,type:jsonb"`
}

type chargeRow struct {
	bun.BaseModel `bun:"table:subscription_charges,alias:h"`

	LineID     string           `bun:"line_id"`
	Cycle      int              `bun:"cycle"`
	Item       string           `bun:"item"`
	PlanID     string           `bun:"plan_id"`
	Amount     contract.Halalas `bun:"amount"`
	VAT        contract.Halalas `bun:"vat"`
	PaidBy     string           `bun:"paid_by"`
	From       time.Time        `bun:"cycle_from"`
	Until      time.Time        `bun:"cycle_until"`
	ChargedAt  time.Time        `bun:"charged_at"`
	PurchaseID string           `bun:"purchase_id,nullzero"`
	ServiceID  string           `bun:"service_id,nullzero"`
}

type commitmentRow struct {
	bun.BaseModel `bun:"table:line_commitments,alias:m"`

	LineID string `bun:"line_id,pk"`
	Months int
	Waived contract.Halalas
	Since  time.Time
}

type callRow struct {
	bun.BaseModel `bun:"table:subscription_calls,alias:c"`

	LineID string `bun:"line_id"`
}

// Begin inserts the plan of a line without one. A trigger calls it, so that its first due step is known. A repeated call changes nothing.
func (q Subscriptions) Begin(ctx context.Context, s contract.PlanSubscription) (begun bool, err error) {
	state, err := contract.Encode(s)
	if err != nil {
		return false, fmt.Errorf("begin subscription: %w", err)
	}
	begins := row{
		LineID: s.LineID, PlanID: s.PlanID, Stage: s.Stage, AutoRenew: s.AutoRenew, Cycle: s.Cycle, From: s.From, Until: s.Until,
		Step: s.Step, DueAt: s.DueAt, Seq: s.Seq, State: state,
	}
	written, err := tx.Changed(q.DB.NewInsert().Model(&begins).On("CONFLICT (line_id) DO NOTHING").Returning("NULL").Exec(ctx))
	return written > 0, storeerrors.Translate("begin subscription", err)
}

// Save stores the next state of a subscription, with its messages. Any other state is ErrStale, and nothing is written.
func (q Subscriptions) Save(ctx context.Context, s contract.PlanSubscription, told ...contract.Notice) error {
	state, err := contract.Encode(s)
	if err != nil {
		return fmt.Errorf("save subscription: %w", err)
	}
	next := sql.NullString{}
	if s.Scheduled != nil {
		next = sql.NullString{String: s.Scheduled.PlanID, Valid: true}
	}
	statement, args := hot.SaveSubscription, []any{
		s.LineID, s.PlanID, string(s.Stage), s.AutoRenew, s.Cycle, s.From, s.Until, string(s.Step), tx.TimeOrNull(s.DueAt), next, s.Seq, string(state),
		tx.TimeOrNull(s.SuspendedSince), subscription.IsNetworkOutdated(s),
	}
	if len(told) > 0 {
		messages, err := outbox.Outbox(q).Columns(told)
		if err != nil {
			return err
		}
		statement, args = hot.SaveSubscriptionTold, append(args, messages...)
	}
	changed, err := statement.Exec(ctx, q.Conn, args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("save subscription: %w", storeerrors.ErrStale)
	}
	return storeerrors.Translate("save subscription", err)
}

// Get returns the plan of a line.
func (q Subscriptions) Get(ctx context.Context, lineID string) (s contract.PlanSubscription, err error) {
	var state []byte
	err = q.DB.NewSelect().Model((*row)(nil)).Column("state").Where("line_id = ?", lineID).Scan(ctx, &state)
	return read(state, err)
}

// GetLocked returns the plan of a line, and locks it until the end of the transaction.
func (q Subscriptions) GetLocked(ctx context.Context, lineID string) (s contract.PlanSubscription, err error) {
	var state []byte
	err = hot.LockedSubscription.Row(ctx, q.Conn, lineID).Scan(&state)
	return read(state, err)
}

// Lock locks the plan of a line and the counting of its charges until the end of the transaction.
func (q Subscriptions) Lock(ctx context.Context, lineID string) error {
	_, err := q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("1").Where("line_id = ?", lineID).For("UPDATE").Exec(ctx)
	return storeerrors.Translate("lock subscription", err)
}

// Wake calls a plan whose row another process has written in this transaction: what is due is done at once, and its workflow is
// started or woken if there is work for one.
func (q Subscriptions) Wake(ctx context.Context, lineID string) error {
	_, err := q.DB.NewInsert().Model(&callRow{LineID: lineID}).
		On("CONFLICT (line_id) DO UPDATE").Set("seq = DEFAULT").Set("at = clock_timestamp()").Exec(ctx)
	return storeerrors.Translate("wake subscription", err)
}

// read returns the subscription of a found row.
func read(state []byte, err error) (s contract.PlanSubscription, _ error) {
	if err != nil {
		return s, storeerrors.Translate("find subscription", err)
	}
	if err := contract.Decode(state, &s); err != nil {
		return s, fmt.Errorf("find subscription: %w", err)
	}
	return s, nil
}

// LockBalance reads the balance of a line for a decision, and locks it until the end of the transaction.
func (q Subscriptions) LockBalance(ctx context.Context, lineID string) (balance contract.Halalas, err error) {
	return readBalance(ctx, q.balanceOf(lineID).For("UPDATE"))
}

// LockBalances is LockBalance for several lines. A line without a charge is left out.
func (q Subscriptions) LockBalances(ctx context.Context, lineIDs []string) (map[string]contract.Halalas, error) {
	balances := map[string]contract.Halalas{}
	if len(lineIDs) == 0 {
		return balances, nil
	}
	var rows []struct {
		LineID string
		Amount contract.Halalas
	}
	err := q.DB.NewSelect().Table("line_balances").Column("line_id", "amount").Where("line_id IN (?)", bun.List(lineIDs)).
		Order("line_id").For("UPDATE").Scan(ctx, &rows)
	for _, r := range rows {
		balances[r.LineID] = r.Amount
	}
	return balances, storeerrors.Translate("read balances", err)
}

// Balance returns the balance of a line for display.
func (q Subscriptions) Balance(ctx context.Context, lineID string) (balance contract.Halalas, err error) {
	return readBalance(ctx, q.balanceOf(lineID))
}

func (q Subscriptions) balanceOf(lineID string) *bun.SelectQuery {
	return q.DB.NewSelect().Table("line_balances").Column("amount").Where("line_id = ?", lineID)
}

// readBalance returns a balance; zero for a line without a charge.
func readBalance(ctx context.Context, found *bun.SelectQuery) (balance contract.Halalas, err error) {
	err = found.Scan(ctx, (*int64)(&balance))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return balance, storeerrors.Translate("read balance", err)
}

var usageKinds = []string{string(usage.Calls), string(usage.DataUsed), string(usage.SMSSent)}

// Active returns the last recharge or usage of a line after a moment; zero without any.
func (q Subscriptions) Active(ctx context.Context, lineID string, since time.Time) (time.Time, error) {
	var last sql.NullTime
	// The index finds the newest event of each kind. Without the kind, the whole usage of a line is read.
	newest := q.DB.NewSelect().Table("usage_events").Column("used_at").Where("line_id = ?", lineID).Where("kind = k.kind").
		Where("used_at > ?", since).Order("used_at DESC").Limit(1)
	used := q.DB.NewSelect().TableExpr(`unnest(?::"char"[]) AS k (kind)`, pgdialect.Array(usageKinds)).Join("CROSS JOIN LATERAL (?) AS e", newest).
		ColumnExpr("max(e.used_at)")
	recharged := q.DB.NewSelect().TableExpr("ledger_lines AS l").Join("JOIN ledger_operations AS o ON o.key = l.operation").
		ColumnExpr("max(o.at)").Where("l.account = ?", ledger.LineAccount(lineID)).Where("l.amount < 0").Where("o.at > ?", since)
	err := q.DB.NewSelect().ColumnExpr("greatest((?), (?))", used, recharged).Scan(ctx, &last)
	return last.Time, storeerrors.Translate("find when a line was active", err)
}

// ChargedCycle is a cycle with its charges.
type ChargedCycle struct {
	LineID string
	Cycle  int
	PlanID string
	PaidBy string
	// PurchaseID is the purchase of the switch; empty for a renewed cycle.
	PurchaseID string
	// ServiceID is the charged value-added service; empty for charges of the plan.
	ServiceID string
	From      time.Time
	Until     time.Time
	At        time.Time
	Items     []subscription.Charge
}

// Payment methods of a cycle.
const (
	PaidByOrder    = "order"
	PaidByBalance  = "balance"
	PaidByInvoice  = "invoice"
	PaidByPurchase = "purchase" // by card or wallet
)

// AddCharges inserts the charges of cycles, once.
func (q Subscriptions) AddCharges(ctx context.Context, cycles ...ChargedCycle) error {
	var rows []chargeRow
	for _, c := range cycles {
		for _, item := range c.Items {
			rows = append(rows, chargeRow{
				LineID: c.LineID, Cycle: c.Cycle, Item: item.Item, PlanID: c.PlanID, Amount: item.Amount, VAT: item.VAT, PaidBy: c.PaidBy,
				From: c.From, Until: c.Until, ChargedAt: c.At, PurchaseID: c.PurchaseID, ServiceID: c.ServiceID,
			})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := q.DB.NewInsert().Model(&rows).Returning("NULL").Exec(ctx)
	return storeerrors.Translate("charge cycle", err)
}

// Extras returns the items that a line pays for in addition to its plan from a time on: its further SIMs, and its commitment.
func (q Subscriptions) Extras(ctx context.Context, lineID string, from time.Time) ([]subscription.SIM, *subscription.Commitment, error) {
	var sims []subscription.SIM
	err := q.paidSIMs().Column("id").ColumnExpr("monthly_fee AS fee").Where("line_id = ?", lineID).
		Where("fee_until IS NULL OR fee_until > ?", from).Order("since", "id").Scan(ctx, &sims)
	if err != nil {
		return nil, nil, storeerrors.Translate("read further sims", err)
	}
	commitment, err := q.Commitment(ctx, lineID)
	return sims, commitment, err
}

// paidSIMs selects further SIMs with a fee.
func (q Subscriptions) paidSIMs() *bun.SelectQuery {
	return q.DB.NewSelect().Table("line_sims").Where("NOT is_primary").Where("monthly_fee > 0").Where("state <> 'pending'")
}

// ListWithExtras returns those of the lines that may have Extras. Most lines have none.
func (q Subscriptions) ListWithExtras(ctx context.Context, lineIDs []string) (found []string, err error) {
	if len(lineIDs) == 0 {
		return nil, nil
	}
	committed := q.DB.NewSelect().Model((*commitmentRow)(nil)).Column("line_id").Where("line_id IN (?)", bun.List(lineIDs))
	err = q.paidSIMs().Column("line_id").Where("line_id IN (?)", bun.List(lineIDs)).Union(committed).Scan(ctx, &found)
	return found, storeerrors.Translate("find lines with extras", err)
}

// Commit inserts the commitment of a line's owner, once.
func (q Subscriptions) Commit(ctx context.Context, lineID string, c subscription.Commitment) error {
	_, err := q.DB.NewInsert().Model(&commitmentRow{LineID: lineID, Months: c.Months, Waived: c.Waived, Since: c.Since}).
		On("CONFLICT (line_id) DO NOTHING").Exec(ctx)
	return storeerrors.Translate("write commitment", err)
}

// Commitment returns the commitment of a line's owner; nil without one.
func (q Subscriptions) Commitment(ctx context.Context, lineID string) (*subscription.Commitment, error) {
	var c commitmentRow
	err := q.DB.NewSelect().Model(&c).Where("line_id = ?", lineID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // most lines have promised nothing
	}
	if err != nil {
		return nil, storeerrors.Translate("read commitment", err)
	}
	return &subscription.Commitment{Months: c.Months, Waived: c.Waived, Since: c.Since}, nil
}

// EndCommitment deletes the commitment of a line's owner after it was left early and charged.
func (q Subscriptions) EndCommitment(ctx context.Context, lineID string) error {
	_, err := q.DB.NewDelete().Model((*commitmentRow)(nil)).Where("line_id = ?", lineID).Exec(ctx)
	return storeerrors.Translate("end commitment", err)
}

// FindSwitchCycle returns the cycle that the purchase of a switch began; ErrNotFound before that.
func (q Subscriptions) FindSwitchCycle(ctx context.Context, purchaseID string) (from, until time.Time, err error) {
	err = q.DB.NewSelect().Model((*chargeRow)(nil)).Column("cycle_from", "cycle_until").
		Where("purchase_id = ?", purchaseID).Where("item = 'plan'").Scan(ctx, &from, &until)
	return from.UTC(), until.UTC(), storeerrors.Translate("find switch", err)
}

// GrantCycle grants a line the buckets of its plan for the cycle in s.
func (q Subscriptions) GrantCycle(ctx context.Context, s contract.PlanSubscription, planID string) error {
	buckets, err := q.PlanBuckets(ctx, planID)
	if err != nil {
		return err
	}
	if len(buckets) == 0 {
		return nil
	}
	return allowancestore.Allowances(q).Grant(ctx, s.LineID, s.Cycle, s.From, s.Until, buckets)
}

// PlanBuckets returns the buckets of a plan for one cycle.
func (q Subscriptions) PlanBuckets(ctx context.Context, planID string) (buckets []allowancestore.Bucket, err error) {
	var items []byte
	err = q.DB.NewSelect().Table("plans").Column("items").Where("id = ?", planID).Scan(ctx, &items)
	if err == nil {
		err = json.Unmarshal(items, &buckets)
	}
	if err != nil {
		return nil, storeerrors.Translate("read what a plan holds", err)
	}
	return slices.DeleteFunc(buckets, func(b allowancestore.Bucket) bool { // items without a unit of usage, such as a further SIM
		_, counted := allowance.UnitOf(allowance.Type(b.Type))
		return !counted
	}), nil
}

// Call is a line whose workflow has news to read.
type Call struct {
	Seq          int64
	Subscription contract.PlanSubscription
	Unreadable   error // why its plan cannot be read, so that the call cannot be made
}

// Calls returns the next calls, the oldest first. A failed call returns after a minute.
func (q Subscriptions) Calls(ctx context.Context, most int) (calls []Call, err error) {
	var rows []struct {
		Seq   int64
		State json.RawMessage
	}
	err = q.DB.NewSelect().Model((*callRow)(nil)).Column("c.seq", "s.state").Join("JOIN plan_subscriptions AS s USING (line_id)").
		Where("c.failed_at IS NULL OR c.failed_at < now() - interval '1 minute'").Order("c.seq").Limit(int64(most)).Scan(ctx, &rows)
	for _, found := range rows {
		call := Call{Seq: found.Seq}
		call.Unreadable = contract.Decode(found.State, &call.Subscription)
		calls = append(calls, call)
	}
	return calls, storeerrors.Translate("read subscription calls", err)
}

// DropCalls removes processed calls. A call that was written again meanwhile stays.
func (q Subscriptions) DropCalls(ctx context.Context, heard []int64) error {
	if len(heard) == 0 {
		return nil
	}
	_, err := q.DB.NewDelete().Model((*callRow)(nil)).Where("seq IN (?)", bun.List(heard)).Exec(ctx)
	return storeerrors.Translate("drop subscription calls", err)
}

// PutCallsAside sets calls aside, so that they do not block the calls behind them.
func (q Subscriptions) PutCallsAside(ctx context.Context, failed []int64) error {
	if len(failed) == 0 {
		return nil
	}
	_, err := q.DB.NewUpdate().Model((*callRow)(nil)).Set("failed_at = now()").Where("seq IN (?)", bun.List(failed)).Exec(ctx)
	return storeerrors.Translate("put subscription calls aside", err)
}

// Terms returns the terms of a catalogue plan, on sale or not; an unknown plan is not on sale.
func (q Subscriptions) Terms(ctx context.Context, planID string) (p subscription.Plan, err error) {
	p.ID = planID
	err = q.DB.NewSelect().Table("plans").
		Column("price", "cycle_months", "validity_days", "subscription_type", "kind", "on_sale", "renews").ColumnExpr("commitment_months > 0").
		Where("id = ?", planID).
		Scan(ctx, (*int64)(&p.Price), &p.Period.Months, &p.Period.Days, &p.Type, &p.Kind, &p.OnSale, &p.Renews, &p.Commits)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, storeerrors.Translate("read plan", err)
}
