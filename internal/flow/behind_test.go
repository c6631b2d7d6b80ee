package flow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// refusedAt refuses a step on the states with these numbers in turn, and then takes it.
func refusedAt(seqs ...int64) (send func() (contract.Order, error), sent *int) {
	sent = new(int)
	return func() (contract.Order, error) {
		*sent++
		if *sent <= len(seqs) {
			return contract.Order{}, &contract.Refusal{Code: contract.FailStepOutOfOrder, Seq: seqs[*sent-1]}
		}
		return contract.Order{Number: "SC1"}, nil
	}, sent
}

func TestSendFromRow_OldState_Resends(t *testing.T) {
	send, sent := refusedAt(6, 6)

	taken, err := flow.SendFromRow(t.Context(), 7, send)

	require.NoError(t, err)
	require.Equal(t, "SC1", taken.Number)
	require.Equal(t, 3, *sent)
}

func TestSendFromRow_StateOfRow_Refused(t *testing.T) {
	for _, seq := range []int64{0, 7, 8} { // 0: the workflow did not say
		send, sent := refusedAt(seq)

		_, err := flow.SendFromRow(t.Context(), 7, send)

		require.ErrorContains(t, err, string(contract.FailStepOutOfOrder))
		require.Equal(t, 1, *sent)
	}
}

func TestSendFromRow_Behind_IsRefused(t *testing.T) {
	send, sent := refusedAt(6, 6, 6, 6, 6)

	_, err := flow.SendFromRow(t.Context(), 7, send)

	require.Error(t, err)
	require.Equal(t, 5, *sent)
}
