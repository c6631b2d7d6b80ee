package outage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/outage"
)

func TestWorkOf_WorkflowID_NamesItsOrder(t *testing.T) {
	tests := map[string]struct {
		id   string
		want outage.Work
		is   bool
	}{
		"order":        {"order/SC00000001", outage.Work{Kind: "order", Number: "SC00000001"}, true},
		"its port":     {"port-in/SC00000001", outage.Work{Kind: "order", Number: "SC00000001"}, true},
		"its refund":   {"refund/SC00000001", outage.Work{Kind: "order", Number: "SC00000001"}, true},
		"purchase":     {"purchase/PU00000001", outage.Work{Kind: "purchase", Number: "PU00000001"}, true},
		"messages":     {"messages/outbox", outage.Work{}, false},
		"no number":    {"order/", outage.Work{}, false},
		"no workflows": {"", outage.Work{}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			work, is := outage.WorkOf(test.id)
			require.Equal(t, test.is, is)
			require.Equal(t, test.want, work)
		})
	}
}

func TestTally_LastCall_DecidesWhetherItWaits(t *testing.T) {
	var tally outage.Tally
	now := time.Now()
	slow, quick := outage.Work{Kind: "order", Number: "SC1"}, outage.Work{Kind: "order", Number: "SC2"}
	tally.Add("courier", true, slow, now)
	tally.Add("courier", false, slow, now.Add(time.Second))
	tally.Add("courier", false, quick, now.Add(2*time.Second))
	tally.Add("courier", true, quick, now.Add(3*time.Second))
	taken := tally.Take()
	require.Len(t, taken, 1)
	require.True(t, taken[0].Fails())
	require.Equal(t, []outage.Work{slow}, taken[0].Waits)
	require.Equal(t, []outage.Work{quick}, taken[0].Served)
	require.Equal(t, now.Add(time.Second), taken[0].FirstFail)
	require.Empty(t, tally.Take())
}
