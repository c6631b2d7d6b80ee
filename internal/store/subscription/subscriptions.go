package subscription

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	allowancestore "selfcare/internal/store/allowance"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/tx"
)

// Subscriptions stores the plans of lines, the charges of their cycles, and the calls to their workflows.
type Subscriptions struct{ *tx.Conn }

// Begin inserts the plan of a line without one, and calls the workflow to follow it. A repeated call changes nothing.
func (q Subscriptions) Begin(ctx context.Context, s contract.PlanSubscription) (begun bool, err error) {
	state, err := contract.Encode(s)
	if err != nil {
		return false, fmt.Errorf("begin subscription: %w", err)
	}
	written, err := q.Prepared().Exec(ctx, `
		INSERT INTO plan_subscriptions (line_id, plan_id, stage, auto_renew, cycle, cycle_from, cycle_until, step, due_at, seq, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (line_id) DO NOTHING`,
		s.LineID, s.PlanID, string(s.Stage), s.AutoRenew, s.Cycle, s.From, s.Until, string(s.Step), tx.TimeOrNull(s.DueAt), s.Seq, string(state))
	return written > 0, storeerrors.Translate("begin subscription", err)
}

// savedSubscription writes the next state of a subscription, and the plan of its line.
const savedSubscription = `
WITH saved AS (
    UPDATE plan_subscriptions SET behind_since = CASE WHEN $14 THEN coalesce(behind_since, now()) END, plan_id = $2, stage = $3, auto_renew = $4, cycle = $5, cycle_from = $6, cycle_until = $7,
           step = $8, due_at = $9, next_plan = $10, seq = $11, state = $12, updated_at = now()
    WHERE line_id = $1 AND seq = $11 - 1 RETURNING line_id
), moved AS (
    UPDATE lines SET plan_id = $2, suspended_since = $13 FROM saved
    WHERE lines.id = saved.line_id AND (lines.plan_id <> $2 OR lines.suspended_since IS DISTINCT FROM $13)
)`

// toldOfIt queues the messages about the saved state.
const toldOfIt = `, told AS (
    INSERT INTO outbox (key, subject_id, template, notice)
    SELECT m.key, m.subject_id, m.template, m.notice
    FROM saved, unnest($15::text[], $16::text[], $17::text[], $18::bytea[]) AS m (key, subject_id, template, notice) ON CONFLICT (key) DO NOTHING
)`

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
	statement, args := savedSubscription, []any{
		s.LineID, s.PlanID, string(s.Stage), s.AutoRenew, s.Cycle, s.From, s.Until, string(s.Step), tx.TimeOrNull(s.DueAt), next, s.Seq, string(state),
		tx.TimeOrNull(s.SuspendedSince), subscription.IsNetworkOutdated(s),
	}
	if len(told) > 0 {
		messages, err := outbox.Outbox(q).Columns(told)
		if err != nil {
			return err
		}
		statement, args = statement+toldOfIt, append(args, messages...)
	}
	changed, err := q.Prepared().Exec(ctx, statement+" SELECT FROM saved", args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("save subscription: %w", storeerrors.ErrStale)
	}
	return storeerrors.Translate("save subscription", err)
}

// Get returns the plan of a line.
func (q Subscriptions) Get(ctx context.Context, lineID string) (s contract.PlanSubscription, err error) {
	return q.read(ctx, "SELECT state::text FROM plan_subscriptions WHERE line_id = $1", lineID)
}

// GetLocked returns the plan of a line, and locks it until the end of the transaction.
func (q Subscriptions) GetLocked(ctx context.Context, lineID string) (s contract.PlanSubscription, err error) {
	return q.read(ctx, "SELECT state::text FROM plan_subscriptions WHERE line_id = $1 FOR UPDATE", lineID)
}

// Lock locks the plan of a line and the counting of its charges until the end of the transaction.
func (q Subscriptions) Lock(ctx context.Context, lineID string) error {
	_, err := q.Prepared().Exec(ctx, "SELECT FROM plan_subscriptions WHERE line_id = $1 FOR UPDATE", lineID)
	return storeerrors.Translate("lock subscription", err)
}

// Wake notifies the workflow of a plan that another process has written its row in this transaction.
func (q Subscriptions) Wake(ctx context.Context, lineID string) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO subscription_calls (line_id) VALUES ($1) ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp()`, lineID)
	return storeerrors.Translate("wake subscription", err)
}

func (q Subscriptions) read(ctx context.Context, query, lineID string) (s contract.PlanSubscription, err error) {
	var state []byte
	if err := q.Prepared().Row(ctx, query, lineID).Scan(&state); err != nil {
		return s, storeerrors.Translate("find subscription", err)
	}
	if err := contract.Decode(state, &s); err != nil {
		return s, fmt.Errorf("find subscription: %w", err)
	}
	return s, nil
}

// LockBalance reads the balance of a line for a decision, and locks it until the end of the transaction.
func (q Subscriptions) LockBalance(ctx context.Context, lineID string) (balance contract.Halalas, err error) {
	err = q.Prepared().Row(ctx, "SELECT amount FROM line_balances WHERE line_id = $1 FOR UPDATE", lineID).Scan((*int64)(&balance))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return balance, storeerrors.Translate("read balance", err)
}

// Balance returns the balance of a line for display.
func (q Subscriptions) Balance(ctx context.Context, lineID string) (balance contract.Halalas, err error) {
	err = q.Prepared().Row(ctx, "SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = $1), 0)", lineID).Scan((*int64)(&balance))
	return balance, storeerrors.Translate("read balance", err)
}

// Active returns the last recharge or usage of a line; zero without any.
func (q Subscriptions) Active(ctx context.Context, lineID string) (time.Time, error) {
	var last sql.NullTime
	err := q.Prepared().Row(ctx, `
		SELECT greatest(
		    (SELECT max(used_at) FROM usage_events WHERE line_id = $1),
		    (SELECT max(o.at) FROM ledger_lines AS l JOIN ledger_operations AS o ON o.key = l.operation WHERE l.account = $2 AND l.amount < 0))`,
		lineID, ledger.LineAccount(lineID)).Scan(&last)
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

// AddCharges inserts the charges of a cycle, once.
func (q Subscriptions) AddCharges(ctx context.Context, c ChargedCycle) error {
	for _, item := range c.Items {
		_, err := q.Prepared().Exec(ctx, `
			INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at, purchase_id, service_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nullif($11, '')::uuid, nullif($12, ''))`,
			c.LineID, c.Cycle, item.Item, c.PlanID, int64(item.Amount), int64(item.VAT), c.PaidBy, c.From, c.Until, c.At, c.PurchaseID, c.ServiceID)
		if err != nil {
			return storeerrors.Translate("charge cycle", err)
		}
	}
	return nil
}

// Extras returns the items that a line pays for in addition to its plan from a time on: its further SIMs, and its commitment.
func (q Subscriptions) Extras(ctx context.Context, lineID string, from time.Time) ([]subscription.SIM, *subscription.Commitment, error) {
	rows, err := q.Prepared().Query(ctx, `
		SELECT id, monthly_fee FROM line_sims
		WHERE line_id = $1 AND NOT is_primary AND monthly_fee > 0 AND state <> 'pending' AND (fee_until IS NULL OR fee_until > $2)
		ORDER BY since, id`, lineID, from)
	if err != nil {
		return nil, nil, storeerrors.Translate("read further sims", err)
	}
	defer func() { _ = rows.Close() }()
	var sims []subscription.SIM
	for rows.Next() {
		var sim subscription.SIM
		if err := rows.Scan(&sim.ID, (*int64)(&sim.Fee)); err != nil {
			return nil, nil, storeerrors.Translate("read further sims", err)
		}
		sims = append(sims, sim)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, storeerrors.Translate("read further sims", err)
	}
	commitment, err := q.Commitment(ctx, lineID)
	return sims, commitment, err
}

// Commit inserts the commitment of a line's owner, once.
func (q Subscriptions) Commit(ctx context.Context, lineID string, c subscription.Commitment) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO line_commitments (line_id, months, waived, since) VALUES ($1, $2, $3, $4) ON CONFLICT (line_id) DO NOTHING`,
		lineID, c.Months, int64(c.Waived), c.Since)
	return storeerrors.Translate("write commitment", err)
}

// Commitment returns the commitment of a line's owner; nil without one.
func (q Subscriptions) Commitment(ctx context.Context, lineID string) (*subscription.Commitment, error) {
	var c subscription.Commitment
	err := q.Prepared().Row(ctx, "SELECT months, waived, since FROM line_commitments WHERE line_id = $1", lineID).
		Scan(&c.Months, (*int64)(&c.Waived), &c.Since)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // most lines have promised nothing
	}
	if err != nil {
		return nil, storeerrors.Translate("read commitment", err)
	}
	return &c, nil
}

// EndCommitment deletes the commitment of a line's owner after it was left early and charged.
func (q Subscriptions) EndCommitment(ctx context.Context, lineID string) error {
	_, err := q.Prepared().Exec(ctx, "DELETE FROM line_commitments WHERE line_id = $1", lineID)
	return storeerrors.Translate("end commitment", err)
}

// FindSwitchCycle returns the cycle that the purchase of a switch began; ErrNotFound before that.
func (q Subscriptions) FindSwitchCycle(ctx context.Context, purchaseID string) (from, until time.Time, err error) {
	err = q.Prepared().Row(ctx, "SELECT cycle_from, cycle_until FROM subscription_charges WHERE purchase_id = $1 AND item = 'plan'", purchaseID).
		Scan(&from, &until)
	return from.UTC(), until.UTC(), storeerrors.Translate("find switch", err)
}

// GrantCycle grants a line the buckets of its plan for the cycle in s.
func (q Subscriptions) GrantCycle(ctx context.Context, s contract.PlanSubscription, planID string) error {
	var items []byte
	err := q.Prepared().Row(ctx, "SELECT items FROM plans WHERE id = $1", planID).Scan(&items)
	var buckets []allowancestore.Bucket
	if err == nil {
		err = json.Unmarshal(items, &buckets)
	}
	if err != nil {
		return storeerrors.Translate("read what a plan holds", err)
	}
	buckets = slices.DeleteFunc(buckets, func(b allowancestore.Bucket) bool { // items without a unit of usage, such as a further SIM
		_, counted := allowance.UnitOf(allowance.Type(b.Type))
		return !counted
	})
	if len(buckets) == 0 {
		return nil
	}
	return allowancestore.Allowances(q).Grant(ctx, s.LineID, s.Cycle, s.From, s.Until, buckets)
}

// Call is a line whose workflow has news to read.
type Call struct {
	Seq          int64
	Subscription contract.PlanSubscription
	Unreadable   error // why its plan cannot be read, so that the call cannot be made
}

// Calls returns the next calls, the oldest first. A failed call returns after a minute.
func (q Subscriptions) Calls(ctx context.Context, most int) (calls []Call, err error) {
	rows, err := q.Prepared().Query(ctx, `
		SELECT c.seq, s.state::text FROM subscription_calls AS c JOIN plan_subscriptions AS s USING (line_id)
		WHERE c.failed_at IS NULL OR c.failed_at < now() - interval '1 minute' ORDER BY c.seq LIMIT $1`, most)
	if err != nil {
		return nil, storeerrors.Translate("read subscription calls", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var call Call
		var state []byte
		if err := rows.Scan(&call.Seq, &state); err != nil {
			return nil, storeerrors.Translate("read subscription calls", err)
		}
		call.Unreadable = contract.Decode(state, &call.Subscription)
		calls = append(calls, call)
	}
	return calls, storeerrors.Translate("read subscription calls", rows.Err())
}

// DropCalls removes processed calls. A call that was written again meanwhile stays.
func (q Subscriptions) DropCalls(ctx context.Context, heard []int64) error {
	_, err := q.Prepared().Exec(ctx, "DELETE FROM subscription_calls WHERE seq = ANY($1)", heard)
	return storeerrors.Translate("drop subscription calls", err)
}

// PutCallsAside sets calls aside, so that they do not block the calls behind them.
func (q Subscriptions) PutCallsAside(ctx context.Context, failed []int64) error {
	if len(failed) == 0 {
		return nil
	}
	_, err := q.Prepared().Exec(ctx, "UPDATE subscription_calls SET failed_at = now() WHERE seq = ANY($1)", failed)
	return storeerrors.Translate("put subscription calls aside", err)
}

// WithoutPlan returns lines in service with a catalogue plan but without a plan workflow.
func (q Subscriptions) WithoutPlan(ctx context.Context, now time.Time, most int) (found []LineToAdopt, left int, err error) {
	rows, err := q.Prepared().Query(ctx, `
		SELECT l.id, l.plan_id, l.subscription_type, l.activated_at, coalesce(c.cycle, 0), c.valid_from, c.valid_until, count(*) OVER ()
		FROM lines AS l JOIN plans AS p ON p.id = l.plan_id LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
		LEFT JOIN LATERAL (
		    SELECT cycle, min(valid_from) AS valid_from, max(valid_until) AS valid_until FROM line_allowances
		    WHERE line_id = l.id AND cycle > 0 AND valid_from <= $2 AND valid_until > $2 GROUP BY cycle ORDER BY cycle DESC LIMIT 1
		) AS c ON true
		WHERE l.status <> 'ended' AND s.line_id IS NULL ORDER BY l.id LIMIT $1`, most, now)
	if err != nil {
		return nil, 0, storeerrors.Translate("find lines without subscription", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l LineToAdopt
		var from, until sql.NullTime
		if err := rows.Scan(&l.ID, &l.PlanID, &l.Type, &l.Since, &l.Cycle, &from, &until, &left); err != nil {
			return nil, 0, storeerrors.Translate("find lines without subscription", err)
		}
		l.From, l.Until = from.Time, until.Time
		found = append(found, l)
	}
	return found, left - len(found), storeerrors.Translate("find lines without subscription", rows.Err())
}

// LineToAdopt is a line that is about to get a plan workflow.
type LineToAdopt struct {
	ID     string
	PlanID string
	Type   string
	Since  time.Time
	Cycle  int // the current one by the line's buckets; zero if they do not tell
	From   time.Time
	Until  time.Time
}

// Terms returns the terms of a catalogue plan, on sale or not; an unknown plan is not on sale.
func (q Subscriptions) Terms(ctx context.Context, planID string) (p subscription.Plan, err error) {
	p.ID = planID
	err = q.Prepared().Row(ctx, `
		SELECT price, cycle_months, validity_days, subscription_type, kind, on_sale, renews, commitment_months > 0 FROM plans WHERE id = $1`, planID).
		Scan((*int64)(&p.Price), &p.Period.Months, &p.Period.Days, &p.Type, &p.Kind, &p.OnSale, &p.Renews, &p.Commits)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, storeerrors.Translate("read plan", err)
}
