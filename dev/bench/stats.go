package bench

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Spread summarizes several rounds.
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

// median is the middle value, or the mean of the two middle ones.
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

// latencies of one round, in milliseconds: ours over HTTP, ours without it, and the peer's.
type latencies struct{ ours, direct, bare []float64 }

func newLatencies(lists [][]float64) latencies {
	return latencies{ours: lists[0], direct: lists[1], bare: lists[2]}
}

// against is our percentile over that of the bare calls.
func (l latencies) against(p float64) float64 { return percentile(l.ours, p) / percentile(l.bare, p) }

// latencyFigure compares our percentile with that of the bare calls, round by round.
func latencyFigure(id, what, against string, p float64, goal Goal, rounds []latencies) Figure {
	ratios := make([]float64, len(rounds))
	var all latencies
	for i, r := range rounds {
		ratios[i] = r.against(p)
		all.ours, all.direct, all.bare = slices.Concat(all.ours, r.ours), slices.Concat(all.direct, r.direct), slices.Concat(all.bare, r.bare)
	}
	f := figure(id, what, against, goal, ratios)
	f.Absolute = map[string]float64{
		"ours": percentile(all.ours, p), "withoutHTTP": percentile(all.direct, p),
		"bare": percentile(all.bare, p), "bareP50": percentile(all.bare, 50),
		"oursMax": percentile(all.ours, 100), "withoutHTTPMax": percentile(all.direct, 100), "bareMax": percentile(all.bare, 100),
	}
	f.Note = notef("p%.0f %.1f ms over HTTP%s; bare %.1f ms, its p50 %.1f ms; %d calls each, one at a time, in turn",
		p, f.Absolute["ours"], all.withoutHTTP(p), f.Absolute["bare"], f.Absolute["bareP50"], len(all.ours))
	return f
}

// withoutHTTP describes a percentile of the direct calls, if there were any.
func (l latencies) withoutHTTP(p float64) string {
	if len(l.direct) == 0 {
		return ""
	}
	return fmt.Sprintf(", %.1f ms without HTTP until the workflow answers", percentile(l.direct, p))
}
