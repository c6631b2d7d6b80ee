package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMedian(t *testing.T) {
	tests := map[string]struct {
		values []float64
		want   float64
	}{
		"nothing":                       {nil, 0},
		"one":                           {[]float64{7}, 7},
		"the middle of an odd number":   {[]float64{9, 1, 5}, 5},
		"between the two middle ones":   {[]float64{4, 1, 10, 2}, 3},
		"an outlier does not move it":   {[]float64{1, 2, 3, 4, 1000}, 3},
		"equal values are still values": {[]float64{2, 2, 8, 2}, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.InDelta(t, tt.want, median(tt.values), 1e-9)
		})
	}
}

func TestMedian_Input_KeepsItsOrder(t *testing.T) {
	values := []float64{3, 1, 2}

	median(values)
	percentile(values, 50)

	require.Equal(t, []float64{3, 1, 2}, values)
}

func TestPercentile(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(100 - i)
	}
	tests := map[string]struct {
		values []float64
		p      float64
		want   float64
	}{
		"nothing":                           {nil, 99, 0},
		"half of a hundred":                 {hundred, 50, 50},
		"99 of a hundred":                   {hundred, 99, 99},
		"all of a hundred":                  {hundred, 100, 100},
		"none of a hundred is the smallest": {hundred, 0, 1},
		"99 of few is the largest":          {[]float64{5, 1, 3}, 99, 5},
		"half of two is the smaller":        {[]float64{8, 2}, 50, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.InDelta(t, tt.want, percentile(tt.values, tt.p), 1e-9)
		})
	}
}

func TestSpreadOf(t *testing.T) {
	require.Equal(t, Spread{Median: 2, Low: 1, High: 9}, spreadOf([]float64{9, 1, 2}))
	require.Equal(t, Spread{}, spreadOf(nil))
}
