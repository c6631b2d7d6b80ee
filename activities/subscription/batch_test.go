package subscription_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/subscription"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
)

// beside adds a line of the same owner in the same shard.
func (b *book) beside(msisdn, kind, plan string) (lineID string) {
	b.t.Helper()
	lineID = uuid.NewString()
	lineID = lineID[:len(lineID)-2] + b.lineID[len(b.lineID)-2:]
	b.exec(`INSERT INTO lines (id, order_id, subscriber_id, msisdn, kind, subscription_type, plan_id, status, activated_at)
		SELECT ?, gen_random_uuid(), subscriber_id, ?, kind, ?, ?, status, activated_at FROM lines WHERE id = ?`, lineID, msisdn, kind, plan, b.lineID)
	return lineID
}

// allKinds makes a line for each fact that a renewal reads, all due at the same time, and returns them with that time.
func (b *book) allKinds() (lineIDs []string, due time.Time) {
	b.t.Helper()
	plain, poor, committed := b.lineID, b.beside("0570000002", "prepaid", "hawakom-130"), b.beside("0570000003", "prepaid", "hawakom-90")
	spoken, postpaid, left := b.beside("0570000004", "prepaid", "hawakom-55"), b.beside("0570000005", "postpaid", "postpaid-200"), b.beside("0570000006", "prepaid", "hawakom-90")
	limited := b.beside("0570000007", "prepaid", "hawakom-90")
	s := b.begins()
	for lineID, balance := range map[string]contract.Halalas{plain: 20_000, poor: 100, committed: 30_000, spoken: netOf90, left: 20_000, limited: netOf90} {
		b.lineID = lineID
		b.has(balance)
	}
	b.lineID = plain
	require.NoError(b.t, b.store.PlanSubscriptions.Commit(ctx, committed, domain.Commitment{Months: 12, Waived: 100_000, Since: activated}))
	b.exec(`INSERT INTO line_sims (line_id, iccid, since, is_primary, state, monthly_fee, sim_type) VALUES (?, '8996650000000000001', now(), false, 'active', 1000, 'physical')`, committed)
	b.exec("INSERT INTO line_settings (line_id, kind, item, value, changed_at) VALUES (?, 'language', '', 'en', now())", spoken)
	user := uuid.NewString()
	b.exec("INSERT INTO users (id, email, email_confirmed_at, password_hash) VALUES (?, 'noura@selfcare.example', now(), 'x')", user)
	b.exec("INSERT INTO subscriptions (id, user_id, line_id, is_main) VALUES (gen_random_uuid(), ?, ?, true)", user, spoken)
	b.exec("INSERT INTO line_limits (line_id, kind, amount, told) VALUES (?, 'extra', 5000, 80)", limited)
	require.NoError(b.t, b.store.Endings.EndLine(ctx, left, s.DueAt.Add(-time.Hour)))
	return []string{plain, poor, committed, spoken, postpaid, left, limited}, s.Until
}

// outcome is all that a look at lines has written, with the place of a line instead of its id.
func (b *book) outcome(lineIDs []string) (all []string) {
	b.t.Helper()
	ids := make([]string, 0, 2*len(lineIDs))
	for n, lineID := range lineIDs {
		ids = append(ids, lineID, fmt.Sprint("line-", n))
		s, err := b.store.PlanSubscriptions.Get(ctx, lineID)
		require.NoError(b.t, err)
		s.DueAt = time.Time{} // the charges of lines are spread over a day
		state, err := json.Marshal(s)
		require.NoError(b.t, err)
		all = append(all, string(state))
	}
	for _, query := range []string{
		"SELECT concat_ws(' ', line_id, cycle, split_part(item, ':', 1), amount, vat, paid_by, subscription_charges.plan_id, cycle_from) FROM subscription_charges ORDER BY msisdn, item",
		"SELECT concat_ws(' ', line_id, cycle, type, total, valid_from, valid_until) FROM line_allowances ORDER BY msisdn, cycle",
		"SELECT concat_ws(' ', line_id, amount) FROM line_balances ORDER BY msisdn",
		"SELECT concat_ws(' ', line_id, line_limits.kind, told) FROM line_limits ORDER BY msisdn",
	} {
		var rows []string
		require.NoError(b.t, b.db.NewRaw(strings.Replace(query, " ORDER BY", " JOIN lines ON lines.id = line_id ORDER BY", 1)).Scan(ctx, &rows))
		all = append(all, rows...)
	}
	told, err := b.store.Outbox.Claim(ctx, 100)
	require.NoError(b.t, err)
	for _, message := range told {
		message.Notice.CausedAt = time.Time{}
		text, err := json.Marshal(message.Notice)
		require.NoError(b.t, err)
		all = append(all, string(text))
	}
	for i := range all {
		all[i] = strings.NewReplacer(ids...).Replace(all[i])
	}
	return all
}

// A batch reads and writes for all of its lines at once, and does the same as a look at each line by itself.
func TestShard_Batch_DoesAsEachLineAlone(t *testing.T) {
	together, alone := newBook(t, "prepaid"), newBook(t, "prepaid")
	lineIDs, due := together.allKinds()
	require.Equal(t, len(lineIDs), together.worksAt(together.shardOf(lineIDs[0]), due).Advanced)
	others, _ := alone.allKinds()
	for _, lineID := range others {
		_, err := subscription.NewShards(alone.store, func() time.Time { return due }).AdvanceLine(ctx, lineID)
		require.NoError(t, err)
	}
	outcome := together.outcome(lineIDs)
	require.ElementsMatch(t, alone.outcome(others), outcome)
	all := strings.Join(outcome, "\n")
	for _, what := range []string{`"template":"plan-renewed"`, `"template":"plan-short"`, `"template":"plan-renewed-billed"`, "noura@selfcare.example", "multi-sim", `"stage":"ended"`} {
		require.Contains(t, all, what)
	}
}
