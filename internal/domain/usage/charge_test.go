package usage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/usage"
)

func TestPayerOf_TypeAndEnd_SayWhatPays(t *testing.T) {
	require.Equal(t, usage.PayerBalance, usage.PayerOf("prepaid", false))
	require.Equal(t, usage.PayerNone, usage.PayerOf("prepaid", true))
	require.Equal(t, usage.PayerBill, usage.PayerOf("postpaid", false))
	require.Equal(t, usage.PayerBill, usage.PayerOf("postpaid", true), "the next bill of the line has it")
}

func TestDebits_SeveralLines_OneForEach(t *testing.T) {
	charges := []usage.Charge{{"e3", "l2", 7}, {"e2", "l1", 30}, {"e1", "l1", 5}}
	want := []usage.Debit{
		{Key: "usage:e1", LineID: "l1", Amount: 35, EventIDs: []string{"e1", "e2"}}, {Key: "usage:e3", LineID: "l2", Amount: 7, EventIDs: []string{"e3"}},
	}
	require.Equal(t, want, usage.Debits(charges))
	require.Equal(t, []string{"e3", "e2"}, []string{charges[0].EventID, charges[1].EventID}, "the charges stay as they were")
	require.Empty(t, usage.Debits(nil))
}
