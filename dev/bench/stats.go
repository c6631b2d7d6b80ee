package bench

import (
	"math"
	"slices"
	"time"
)

// Spread is what several rounds gave.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func spreadOf(rounds []float64) Spread {
	if len(rounds) == 0 {
		return Spread{}
	}
	return Spread{Median: median(rounds), Low: slices.Min(rounds), High: slices.Max(rounds)}
}

// median is the middle value, or the middle between the two middle ones.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// percentile is the nearest-rank percentile: the smallest value that at least p of 100 values do not exceed.
func percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
