package allowance_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/allowance"
)

func TestPayerOf_TypeAndEnd_SayWhatPays(t *testing.T) {
	require.Equal(t, allowance.PayerBalance, allowance.PayerOf("prepaid", false))
	require.Equal(t, allowance.PayerNone, allowance.PayerOf("prepaid", true))
	require.Equal(t, allowance.PayerBill, allowance.PayerOf("postpaid", false))
	require.Equal(t, allowance.PayerBill, allowance.PayerOf("postpaid", true), "the next bill of the line has it")
}

func TestDebits_SeveralLines_OneForEach(t *testing.T) {
	charges := []allowance.Charge{{"e3", "l2", 7}, {"e2", "l1", 30}, {"e1", "l1", 5}}
	want := []allowance.Debit{
		{Key: "usage:e1", LineID: "l1", Amount: 35, EventIDs: []string{"e1", "e2"}}, {Key: "usage:e3", LineID: "l2", Amount: 7, EventIDs: []string{"e3"}},
	}
	require.Equal(t, want, allowance.Debits(charges))
	require.Equal(t, []string{"e3", "e2"}, []string{charges[0].EventID, charges[1].EventID}, "the charges stay as they were")
	require.Empty(t, allowance.Debits(nil))
}
