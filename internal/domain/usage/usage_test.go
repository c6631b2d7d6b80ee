package usage_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/dev/testkit/allowances"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

func bought(b allowance.Bucket) allowance.Bucket {
	b.Bought = true
	return b
}

func TestAssign_SeveralBuckets_TakesInOrder(t *testing.T) {
	tests := map[string]struct {
		buckets   []allowance.Bucket
		kind      allowance.Type
		amount    int64
		want      []usage.Part
		uncovered int64
	}{
		"the first to end is used first": {
			[]allowance.Bucket{allowances.Bucket("plan", allowance.Data, 0, 30), bought(allowances.Bucket("pack", allowance.Data, 3, 7))},
			allowance.Data, 130,
			[]usage.Part{{"pack", 100}, {"plan", 30}},
			0,
		},
		"a bucket without an end comes last": {
			[]allowance.Bucket{allowances.Bucket("endless", allowance.Data, 0, -1), allowances.Bucket("ends", allowance.Data, 4, 30)},
			allowance.Data, 10,
			[]usage.Part{{"ends", 10}},
			0,
		},
		"of those that end together, the plan's comes first": {
			[]allowance.Bucket{bought(allowances.Bucket("pack", allowance.Data, 0, 30)), allowances.Bucket("plan", allowance.Data, 4, 30)},
			allowance.Data, 101,
			[]usage.Part{{"plan", 100}, {"pack", 1}},
			0,
		},
		"of two packs that end together, the older one": {
			[]allowance.Bucket{bought(allowances.Bucket("a", allowance.Data, 4, 30)), bought(allowances.Bucket("b", allowance.Data, 2, 30))},
			allowance.Data, 10,
			[]usage.Part{{"b", 10}},
			0,
		},
		"of twins, always the same": {
			[]allowance.Bucket{allowances.Bucket("b", allowance.Data, 0, 30), allowances.Bucket("a", allowance.Data, 0, 30)},
			allowance.Data, 10,
			[]usage.Part{{"a", 10}},
			0,
		},
		"social media has its own, then data": {
			[]allowance.Bucket{allowances.Bucket("data", allowance.Data, 0, 6), allowances.Bucket("social", allowance.SocialMedia, 0, 30)},
			allowance.SocialMedia, 150,
			[]usage.Part{{"social", 100}, {"data", 50}},
			0,
		},
		"data over Wi-Fi as well": {
			[]allowance.Bucket{allowances.Bucket("data", allowance.Data, 0, 30)}, allowance.WiFi, 250, []usage.Part{{"data", 100}}, 150,
		},
		"data never takes from social media": {
			[]allowance.Bucket{allowances.Bucket("social", allowance.SocialMedia, 0, 30)}, allowance.Data, 20, nil, 20,
		},
		"roaming has nothing to fall back on": {
			[]allowance.Bucket{allowances.Bucket("data", allowance.Data, 0, 30), allowances.Bucket("local", allowance.LocalMinutes, 0, 30)}, allowance.RoamingData, 20, nil, 20,
		},
		"an unlimited one takes the rest": {
			[]allowance.Bucket{allowances.Used(99, allowances.Bucket("pack", allowance.Data, 0, 7)), allowances.Unlimited(allowances.Bucket("plan", allowance.Data, 0, 30))},
			allowance.Data, 500,
			[]usage.Part{{"pack", 1}, {"plan", 499}},
			0,
		},
		"a used-up bucket gives nothing": {
			[]allowance.Bucket{allowances.Used(100, allowances.Bucket("plan", allowance.Data, 0, 30))}, allowance.Data, 1, nil, 1,
		},
		"a bucket outside its validity gives nothing": {
			[]allowance.Bucket{allowances.Bucket("old", allowance.Data, 0, 5), allowances.Bucket("next", allowance.Data, 6, 30)}, allowance.Data, 1, nil, 1,
		},
		"a bucket that begins now gives": {
			[]allowance.Bucket{allowances.Bucket("new", allowance.Data, 5, 30)}, allowance.Data, 1, []usage.Part{{"new", 1}}, 0,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := usage.Assign(tt.buckets, []usage.Event{{ID: "e", Type: tt.kind, Amount: tt.amount, UsedAt: allowances.Day(5)}})
			require.Equal(t, []usage.Taken{{EventID: "e", Parts: tt.want, Uncovered: tt.uncovered}}, got)
		})
	}
}

func TestAssign_LateEvents_SortsByTime(t *testing.T) {
	buckets := []allowance.Bucket{allowances.Bucket("plan", allowance.Data, 0, 30)}
	first := usage.Event{ID: "b", Type: allowance.Data, Amount: 70, UsedAt: allowances.Day(1)}
	twin := usage.Event{ID: "c", Type: allowance.SocialMedia, Amount: 20, UsedAt: allowances.Day(1)}
	last := usage.Event{ID: "a", Type: allowance.Data, Amount: 70, UsedAt: allowances.Day(2)}
	want := []usage.Taken{
		{EventID: "b", Parts: []usage.Part{{"plan", 70}}},
		{EventID: "c", Parts: []usage.Part{{"plan", 20}}},
		{EventID: "a", Parts: []usage.Part{{"plan", 10}}, Uncovered: 60},
	}
	for _, given := range [][]usage.Event{{first, twin, last}, {last, twin, first}, {twin, last, first}} {
		require.Equal(t, want, usage.Assign(buckets, given))
	}
}

var anyType = rapid.SampledFrom([]allowance.Type{
	allowance.LocalMinutes, allowance.Data, allowance.SocialMedia, allowance.Messages, allowance.WiFi,
	allowance.RoamingData, allowance.AbroadMinutes, allowance.RoamingMinutes,
})

func anyBuckets(r *rapid.T) (buckets []allowance.Bucket) {
	for n := range rapid.IntRange(0, 8).Draw(r, "buckets") {
		from := rapid.IntRange(0, 40).Draw(r, "from")
		b := allowances.Bucket(string(rune('a'+n)), anyType.Draw(r, "type"), from, from+rapid.IntRange(0, 40).Draw(r, "days"))
		if b.Bought = rapid.Bool().Draw(r, "bought"); rapid.IntRange(0, 5).Draw(r, "unlimited") == 0 {
			b.Total = nil
		}
		buckets = append(buckets, b)
	}
	return buckets
}

func anyEvents(r *rapid.T) (events []usage.Event) {
	for n := range rapid.IntRange(0, 20).Draw(r, "events") {
		events = append(events, usage.Event{
			ID: string(rune('A' + n)), Type: anyType.Draw(r, "used"), Amount: rapid.Int64Range(1, 80).Draw(r, "amount"),
			UsedAt: allowances.Day(rapid.IntRange(0, 80).Draw(r, "day")),
		})
	}
	return events
}

func TestAssign_AnyEvents_KeepsTheSum(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		buckets, events := anyBuckets(r), anyEvents(r)
		given, amounts := map[string]int64{}, map[string]int64{}
		for _, e := range events {
			amounts[e.ID] = e.Amount
		}
		for _, taken := range usage.Assign(buckets, events) {
			sum := taken.Uncovered
			for _, p := range taken.Parts {
				require.Positive(r, p.Amount)
				sum += p.Amount
				given[p.BucketID] += p.Amount
			}
			require.Equal(r, amounts[taken.EventID], sum)
			delete(amounts, taken.EventID)
		}
		require.Empty(r, amounts, "each event is taken from somewhere")
		for _, b := range buckets {
			require.True(r, b.Total == nil || given[b.ID] <= *b.Total)
		}
	})
}

// An event after the moment that Settled returns is taken from the same buckets, with or without the earlier change.
func TestSettled_LaterEvent_IsUnchanged(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		family := allowance.Members(allowance.Data)
		buckets := slices.DeleteFunc(anyBuckets(r), func(b allowance.Bucket) bool { return !slices.Contains(family, b.Type) })
		events := slices.DeleteFunc(anyEvents(r), func(e usage.Event) bool { return !slices.Contains(family, e.Type) })
		late := usage.Event{ID: "late", Type: allowance.SocialMedia, Amount: 90, UsedAt: allowances.Day(rapid.IntRange(0, 80).Draw(r, "late"))}
		settled := usage.Settled(buckets, late.UsedAt, late.UsedAt.Add(time.Microsecond))
		without, with := map[string]usage.Taken{}, map[string]usage.Taken{}
		for _, taken := range usage.Assign(buckets, events) {
			without[taken.EventID] = taken
		}
		for _, taken := range usage.Assign(buckets, append(events, late)) {
			with[taken.EventID] = taken
		}
		for _, e := range events {
			if e.UsedAt.Before(late.UsedAt) || !e.UsedAt.Before(settled) {
				require.Equal(r, without[e.ID], with[e.ID])
			}
		}
	})
}

func TestSettled_Overlaps_IsTheirEnd(t *testing.T) {
	at, reach := allowances.Day(10), allowances.Day(10).Add(time.Microsecond)
	tests := map[string]struct {
		buckets []allowance.Bucket
		want    time.Time
	}{
		"nothing in force":                    {nil, reach},
		"a closed cycle ends with it":         {[]allowance.Bucket{allowances.Bucket("a", allowance.Data, 0, 30), allowances.Bucket("b", allowance.Data, 30, 60)}, allowances.Day(30)},
		"a pack that continues into the next": {[]allowance.Bucket{allowances.Bucket("a", allowance.Data, 0, 30), allowances.Bucket("p", allowance.Data, 20, 40), allowances.Bucket("b", allowance.Data, 30, 60)}, allowances.Day(60)},
		"a bucket that ended before":          {[]allowance.Bucket{allowances.Bucket("a", allowance.Data, 0, 10)}, reach},
		"a bucket that begins later":          {[]allowance.Bucket{allowances.Bucket("a", allowance.Data, 11, 30)}, reach},
		"a bucket without an end":             {[]allowance.Bucket{allowances.Bucket("a", allowance.Data, 0, -1)}, usage.Distant},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, usage.Settled(tt.buckets, at, reach)) })
	}
}

func TestCheck_InvalidEvent_IsRefused(t *testing.T) {
	now := allowances.Day(20)
	good := usage.Event{ID: "e", Type: allowance.Data, Unit: allowance.Megabyte, Amount: 1, UsedAt: now}
	tests := map[string]struct {
		change func(*usage.Event)
		want   contract.Code
	}{
		"a sound one":                   {func(*usage.Event) {}, ""},
		"nothing":                       {func(e *usage.Event) { e.Amount = 0 }, contract.FailUsageAmount},
		"less than nothing":             {func(e *usage.Event) { e.Amount = -5 }, contract.FailUsageAmount},
		"more than any sum could hold":  {func(e *usage.Event) { e.Amount = math.MaxInt64 }, contract.FailUsageAmount},
		"money that comes back":         {func(e *usage.Event) { e.Charged = -1 }, contract.FailUsageCharge},
		"too much money":                {func(e *usage.Event) { e.Charged = math.MaxInt64 }, contract.FailUsageCharge},
		"a type of another world":       {func(e *usage.Event) { e.Type = "fax" }, contract.FailUsageType},
		"an unusable type":              {func(e *usage.Event) { e.Type = "multi_sim" }, contract.FailUsageType},
		"the unit of another type":      {func(e *usage.Event) { e.Unit = allowance.Minute }, contract.FailUsageUnit},
		"a clock a little ahead":        {func(e *usage.Event) { e.UsedAt = now.Add(usage.Ahead) }, ""},
		"the future":                    {func(e *usage.Event) { e.UsedAt = now.Add(usage.Ahead + time.Second) }, contract.FailUsageFuture},
		"as late as can be":             {func(e *usage.Event) { e.UsedAt = now.Add(-usage.Oldest) }, ""},
		"later than that":               {func(e *usage.Event) { e.UsedAt = now.Add(-usage.Oldest - time.Second) }, contract.FailUsageOld},
		"another unit than the network": {func(e *usage.Event) { e.Unit = "KB" }, contract.FailUsageUnit},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := good
			tt.change(&e)
			require.Equal(t, tt.want, usage.Check(e, now))
		})
	}
}

func TestLineAt_ReusedNumber_FindsLine(t *testing.T) {
	end := allowances.Day(10)
	services := []usage.Service{{LineID: "second", From: allowances.Day(20)}, {LineID: "first", From: allowances.Day(0), Until: &end}}
	for at, want := range map[time.Time]struct {
		line string
		code contract.Code
	}{
		allowances.Day(-1): {"", contract.FailUsageNumber},
		allowances.Day(0):  {"first", ""},
		allowances.Day(9):  {"first", ""},
		allowances.Day(10): {"", contract.FailUsageLineEnded},
		allowances.Day(19): {"", contract.FailUsageLineEnded},
		allowances.Day(20): {"second", ""},
	} {
		line, code := usage.LineAt(services, at)
		require.Equal(t, want.line, line, at)
		require.Equal(t, want.code, code, at)
	}
	_, code := usage.LineAt(nil, allowances.Start)
	require.Equal(t, contract.FailUsageNumber, code)
}
