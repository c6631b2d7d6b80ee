package webhooks_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// beyond is a usage event that the plan does not include.
func beyond(id string, halalas int, changes ...map[string]any) map[string]any {
	call := map[string]any{"type": "int_min", "unit": "minute", "charged": halalas}
	return servertest.Usage(id, 3, time.Now().Add(-time.Minute), append([]map[string]any{call}, changes...)...)
}

func TestUsage_PrepaidCharge_TakenOnce(t *testing.T) {
	r := servertest.New(t)
	r.AddPlanCustomer(servertest.MainLine)
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 5_000)
	r.Pack("data-1", 1_100)
	first := beyond("cdr-beyond-1", 2_500)
	batch := []map[string]any{first, beyond("cdr-beyond-2", 1_500), first}
	require.Equal(t, 2, r.MustReportUsage(batch...).Taken)
	require.EqualValues(t, 1_000, r.Balance(servertest.MainLine))
	require.Equal(t, 3, r.MustReportUsage(batch...).Known, "sent again")
	require.EqualValues(t, 1_000, r.Balance(servertest.MainLine), "once")

	token := r.SignIn(servertest.MainLine)
	require.EqualValues(t, 1_000, r.Dashboard(token).Balance.Amount, "the balance shown")
	servertest.RequireRefused(t, r.Buy(token, `{"kind":"data-recharge","dataPackId":"data-1","pay":{"way":"balance"}}`), contract.FailBalanceShort)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 501)), contract.FailTransferLarge)
}

func TestUsage_BadCharge_TakesNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		event map[string]any
		want  contract.Code
	}{
		"below zero":                     {beyond("cdr-refused-1", -100), contract.FailUsageCharge},
		"absurdly large":                 {beyond("cdr-refused-1", 100_000_001), contract.FailUsageCharge},
		"of an unknown number":           {beyond("cdr-refused-1", 100, map[string]any{"msisdn": "0579999999"}), contract.FailUsageNumber},
		"of a line that left":            {beyond("cdr-refused-1", 100, map[string]any{"msisdn": servertest.OtherLine}), contract.FailUsageLineEnded},
		"other figures under a known id": {beyond("cdr-known-01", 200), contract.FailUsageDiffers},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			r.AddPlanCustomer(servertest.MainLine)
			r.Customer(servertest.OtherLine, "prepaid")
			r.CreditBalance(servertest.MainLine, 5_000)
			r.Exec("UPDATE lines SET status = 'ended', activated_at = now() - interval '9 days', ended_at = now() - interval '1 day' WHERE msisdn = ?", servertest.OtherLine)
			require.Equal(t, 1, r.MustReportUsage(beyond("cdr-known-01", 100)).Taken)
			got := r.MustReportUsage(tt.event)
			require.Zero(t, got.Taken)
			require.EqualValues(t, tt.want, got.Refused[0].Code)
			require.EqualValues(t, 4_900, r.Balance(servertest.MainLine))
		})
	}
}

func TestUsage_BalanceBelowZero_StopsOverage(t *testing.T) {
	r := servertest.NewSeeded(t)
	const line = "0570000001"
	r.CreditBalance(line, 100)
	r.ReportCharge("evt-owes-1", line, "data", int(r.Balance(line)))
	require.Equal(t, contract.ServiceFull, r.Level(line), "the balance is zero")
	r.ReportCharge("evt-owes-2", line, "data", 150)
	require.EqualValues(t, -150, r.Balance(line), "past usage cannot be refused")
	require.Equal(t, contract.ServiceIncluded, r.Level(line))
	r.ReportCharge("evt-owes-3", line, "data", 150)
	require.Equal(t, 1, r.CountMessages("balance-overdrawn"), "the customer gets one message")

	r.Exec("DELETE FROM subscription_calls")
	r.CreditBalance(line, 300)
	var called bool
	require.NoError(t, r.DB.NewRaw("SELECT EXISTS (SELECT FROM subscription_calls WHERE line_id = ?)", r.LineID(line)).Scan(t.Context(), &called))
	require.True(t, called, "the plan is called")
	require.Zero(t, r.Dashboard(r.Subscriber(line)).Balance.Amount)
}
