package payment

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestKeptOf_ExpiredCard_HasLastMonth(t *testing.T) {
	for day, want := range map[time.Time][2]int{
		time.Date(2026, time.March, 31, 9, 0, 0, 0, time.UTC):    {2, 2026},
		time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC): {10, 2026},
		time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC):   {12, 2026},
	} {
		k := keptOf(card{}, outcomeExpires, day)
		require.Equal(t, want, [2]int{k.ExpMonth, k.ExpYear}, day)
	}
}
