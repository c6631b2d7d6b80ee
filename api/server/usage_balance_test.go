package server_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// beyond is a call that the plan does not include.
func beyond(id string, halalas int, changes ...map[string]any) map[string]any {
	call := map[string]any{"type": "int_min", "unit": "minute", "charged": halalas}
	return usage(id, 3, time.Now().Add(-time.Minute), append([]map[string]any{call}, changes...)...)
}

func TestUsage_PrepaidCharge_IsTakenFromTheBalanceOnce(t *testing.T) {
	r := newRig(t)
	r.onAPlan(mainLine)
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 5_000)
	r.pack("data-1", 1_100)
	first := beyond("cdr-beyond-1", 2_500)
	batch := []map[string]any{first, beyond("cdr-beyond-2", 1_500), first}
	require.Equal(t, 2, r.counted(batch...).Taken)
	require.EqualValues(t, 1_000, r.balance(mainLine))
	require.Equal(t, 3, r.counted(batch...).Known, "sent again")
	require.EqualValues(t, 1_000, r.balance(mainLine), "once")

	token := r.signIn(mainLine)
	require.EqualValues(t, 1_000, r.dashboard(token).Balance.Amount, "the balance shown")
	requireRefused(t, r.buy(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`), contract.FailBalanceShort)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 501)), contract.FailTransferLarge)
}

func TestUsage_ChargeThatCannotCount_TakesNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		event map[string]any
		want  contract.Code
	}{
		"below zero":             {beyond("cdr-refused-1", -100), contract.FailUsageCharge},
		"beyond any sense":       {beyond("cdr-refused-1", 100_000_001), contract.FailUsageCharge},
		"of no line":             {beyond("cdr-refused-1", 100, map[string]any{"msisdn": "0579999999"}), contract.FailUsageNumber},
		"of a line that left":    {beyond("cdr-refused-1", 100, map[string]any{"msisdn": otherLine}), contract.FailUsageLineEnded},
		"another of a known one": {beyond("cdr-known-01", 200), contract.FailUsageDiffers},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.onAPlan(mainLine)
			r.customer(otherLine, "prepaid")
			r.holds(mainLine, 5_000)
			r.exec("UPDATE lines SET status = 'ended', activated_at = now() - interval '9 days', ended_at = now() - interval '1 day' WHERE msisdn = ?", otherLine)
			require.Equal(t, 1, r.counted(beyond("cdr-known-01", 100)).Taken)
			got := r.counted(tt.event)
			require.Zero(t, got.Taken)
			require.EqualValues(t, tt.want, got.Refused[0].Code)
			require.EqualValues(t, 4_900, r.balance(mainLine))
		})
	}
}

func TestUsage_BalanceBelowZero_StopsUseBeyondThePlanUntilARecharge(t *testing.T) {
	r := newSeededRig(t)
	const line = "0570000001"
	r.followsPlans()
	r.holds(line, 100)
	r.charged("evt-owes-1", line, "data", int(r.balance(line)))
	require.Equal(t, contract.ServiceFull, r.level(line), "nothing is left, and nothing is owed")
	r.charged("evt-owes-2", line, "data", 150)
	require.EqualValues(t, -150, r.balance(line), "what was used cannot be refused afterwards")
	require.Equal(t, contract.ServiceIncluded, r.level(line))
	r.charged("evt-owes-3", line, "data", 150)
	require.Equal(t, 1, r.told("balance-overdrawn"), "it is told once")

	r.exec("DELETE FROM subscription_calls")
	r.holds(line, 300)
	var called bool
	require.NoError(t, r.db.NewRaw("SELECT EXISTS (SELECT FROM subscription_calls WHERE line_id = ?)", r.lineID(line)).Scan(t.Context(), &called))
	require.True(t, called, "the workflow of its plan looks at the balance")
	require.Zero(t, r.dashboard(r.subscriber(line)).Balance.Amount)
}
