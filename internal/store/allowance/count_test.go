package allowance_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	allowancestore "selfcare/internal/store/allowance"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

// usedIn returns the usage of a cycle's bucket of a type; -1 stands for bought buckets.
func usedIn(t *testing.T, db *bun.DB, kind string, cycle int) int64 {
	t.Helper()
	for _, r := range storetest.BucketRows(t, db) {
		if r.Type == kind && (r.Cycle == nil && cycle < 0 || r.Cycle != nil && *r.Cycle == cycle) {
			return r.Used
		}
	}
	require.Failf(t, "no such bucket", "%s of cycle %d", kind, cycle)
	return 0
}

func uncoveredOf(t *testing.T, db *bun.DB) (sum int64) {
	t.Helper()
	require.NoError(t, db.NewRaw(`SELECT coalesce(sum(amount - coalesce((SELECT sum(value::bigint) FROM jsonb_each_text(parts)), 0)), 0)::bigint
		FROM usage_events WHERE bucket IS NULL`).Scan(ctx, &sum))
	return sum
}

// recounted goes over the events once, in the order in which they happened, and takes unit after unit from the bucket that ends
// first: another method than the product's, and much slower.
func recounted(rows []storetest.Row, lineOf map[string]string, events []usage.Event) (usedOf map[string]int64, uncovered int64) {
	usedOf = map[string]int64{}
	falls := map[allowance.Type][]string{"social_media": {"social_media", "data"}, "wifi_data": {"wifi_data", "data"}}
	byID := map[string]usage.Event{}
	for _, e := range events {
		byID[e.ID] = e
	}
	var once []usage.Event
	for _, e := range byID {
		once = append(once, e)
	}
	slices.SortFunc(once, func(a, b usage.Event) int { return cmp.Or(a.UsedAt.Compare(b.UsedAt), cmp.Compare(a.ID, b.ID)) })
	ofLine := map[string][]storetest.Row{}
	for _, r := range rows {
		ofLine[r.LineID] = append(ofLine[r.LineID], r)
	}
	for _, e := range once {
		from := falls[e.Type]
		if from == nil {
			from = []string{string(e.Type)}
		}
		for range e.Amount {
			if best := firstWithSomething(ofLine[lineOf[e.MSISDN]], usedOf, from, e.UsedAt); best != "" {
				usedOf[best]++
			} else {
				uncovered++
			}
		}
	}
	return usedOf, uncovered
}

func firstWithSomething(rows []storetest.Row, usedOf map[string]int64, from []string, at time.Time) string {
	for _, kind := range from {
		var best *storetest.Row
		for i, r := range rows {
			if r.Type != kind || at.Before(r.ValidFrom) || !at.Before(r.ValidUntil) || r.Total != nil && usedOf[r.ID] >= *r.Total {
				continue
			}
			if best == nil || sooner(r, *best) {
				best = &rows[i]
			}
		}
		if best != nil {
			return best.ID
		}
	}
	return ""
}

// sooner compares the ends, then puts the plan's bucket first; the rows are sorted by start and id already.
func sooner(a, b storetest.Row) bool {
	if !a.ValidUntil.Equal(b.ValidUntil) {
		return a.ValidUntil.Before(b.ValidUntil)
	}
	return a.Cycle != nil && b.Cycle == nil
}

func requireAsRecounted(t require.TestingT, rows []storetest.Row, uncovered int64, lineOf map[string]string, events []usage.Event) {
	want, overage := recounted(rows, lineOf, events)
	for _, r := range rows {
		require.Equal(t, want[r.ID], r.Used, "%s of %s from %s", r.Type, r.LineID, r.ValidFrom)
	}
	require.Equal(t, overage, uncovered)
}

var usedTypes = []allowance.Type{"data", "data", "data", "social_media", "wifi_data", "local_min", "sms", "int_min"}

func TestCount_ShuffledEvents_MatchRecount(t *testing.T) {
	const lines, events = 25, 10_000
	db, s := storetest.Database(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	lineOf := map[string]string{}
	var numbers []string
	for n := range lines {
		msisdn := fmt.Sprintf("057%07d", n)
		lineOf[msisdn] = storetest.Metered(t, s, msisdn)
		storetest.Pack(t, db, lineOf[msisdn], 3_000, storetest.CycleStart(1).Add(20*24*time.Hour), storetest.CycleStart(2).Add(5*24*time.Hour))
		storetest.Pack(t, db, lineOf[msisdn], 2_000, storetest.CycleStart(2).Add(24*time.Hour), storetest.CycleStart(3).Add(24*time.Hour))
		numbers = append(numbers, msisdn)
	}
	var sent []usage.Event
	for n := range events { // over two cycles and a part of the first one
		kind := usedTypes[random.IntN(len(usedTypes))]
		at := storetest.Today.Add(-time.Duration(random.Int64N(int64(45 * 24 * time.Hour))))
		sent = append(sent, storetest.Used(fmt.Sprintf("cdr-%06d", n), numbers[random.IntN(lines)], kind, 1+random.Int64N(250), at))
	}
	arriving := append(slices.Clone(sent), sent[:events/4]...)
	random.Shuffle(len(arriving), func(i, j int) { arriving[i], arriving[j] = arriving[j], arriving[i] })
	taken := 0
	for batch := range slices.Chunk(arriving, 500) {
		counted, err := s.Allowances.Count(ctx, batch)
		require.NoError(t, err)
		require.Empty(t, counted.Refused)
		taken += counted.Taken
	}
	require.Equal(t, events, taken)
	uncovered := uncoveredOf(t, db)
	require.NotZero(t, uncovered, "a part exceeded the plan")
	requireAsRecounted(t, storetest.BucketRows(t, db), uncovered, lineOf, sent)
}

func TestCount_ManyWriters_CountEachOnce(t *testing.T) {
	const writers, events = 16, 400
	db, s := storetest.Database(t)
	lineOf, random := map[string]string{}, rand.New(rand.NewPCG(7, 7))
	for n := range 4 {
		msisdn := fmt.Sprintf("057%07d", n)
		lineOf[msisdn] = storetest.Metered(t, s, msisdn)
	}
	var sent []usage.Event
	for n := range events {
		at := storetest.Today.Add(-time.Duration(random.Int64N(int64(40 * 24 * time.Hour))))
		sent = append(sent, storetest.Used(fmt.Sprintf("cdr-%06d", n), fmt.Sprintf("057%07d", n%4), usedTypes[n%len(usedTypes)], 1+random.Int64N(900), at))
	}
	var all errgroup.Group
	for w := range writers {
		mine := slices.Clone(sent)
		rand.New(rand.NewPCG(uint64(w), 1)).Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
		all.Go(func() error {
			for batch := range slices.Chunk(mine, 50) {
				if _, err := s.Allowances.Count(ctx, batch); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	requireAsRecounted(t, storetest.BucketRows(t, db), uncoveredOf(t, db), lineOf, sent)
}

// In any order of events and changes, the usage of each bucket equals that of a recount.
func TestCount_ChangingBuckets_MatchRecount(t *testing.T) {
	db, s := storetest.Database(t)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		storetest.Exec(t, db, "DELETE FROM usage_events")
		storetest.Exec(t, db, "DELETE FROM lines")
		storetest.Exec(t, db, "DELETE FROM subscribers")
		number++
		msisdn := fmt.Sprintf("057%07d", number)
		lineOf := map[string]string{msisdn: storetest.Metered(t, s, msisdn)}
		var sent []usage.Event
		for n := range rapid.IntRange(1, 12).Draw(r, "steps") {
			at := storetest.CycleStart(0).Add(time.Duration(rapid.IntRange(0, 70*24).Draw(r, "hour")) * time.Hour)
			switch rapid.SampledFrom([]string{"use", "use", "use", "end", "grant"}).Draw(r, "step") {
			case "use":
				kind := rapid.SampledFrom(usedTypes).Draw(r, "type")
				sent = append(sent, storetest.Used(fmt.Sprintf("cdr-%d-%d", number, n), msisdn, kind, rapid.Int64Range(1, 9_000).Draw(r, "amount"), at))
				_, err := s.Allowances.Count(ctx, sent[len(sent)-1:])
				require.NoError(r, err)
			case "end":
				require.NoError(r, s.Allowances.EndAt(ctx, lineOf[msisdn], rapid.IntRange(0, 2).Draw(r, "cycle"), at))
			case "grant":
				until := at.Add(time.Duration(rapid.IntRange(1, 60*24).Draw(r, "hours")) * time.Hour)
				require.NoError(r, s.Allowances.Grant(ctx, lineOf[msisdn], 3+n, at, until, storetest.Monthly[:2]))
			}
		}
		requireAsRecounted(r, storetest.BucketRows(t, db), uncoveredOf(t, db), lineOf, sent)
	})
}

func TestCount_LateByACycle_CountsThere(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Metered(t, s, "0570000001")
	counted, err := s.Allowances.Count(ctx, []usage.Event{
		storetest.Used("now-00001", "0570000001", "data", 100, storetest.Today.Add(-time.Hour)),
		storetest.Used("late-0001", "0570000001", "data", 30, storetest.CycleStart(2).Add(-time.Hour)),
		storetest.Used("later-001", "0570000001", "data", 7, storetest.CycleStart(1).Add(-time.Hour)),
		storetest.Used("border-01", "0570000001", "data", 1, storetest.CycleStart(2)),
	})
	require.NoError(t, err)
	require.Equal(t, 4, counted.Taken)
	require.EqualValues(t, 101, usedIn(t, db, "data", 2), "the first moment of a cycle is its own")
	require.EqualValues(t, 30, usedIn(t, db, "data", 1))
	require.EqualValues(t, 7, usedIn(t, db, "data", 0))
}

func TestCount_LateEvent_MovesLaterUsage(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	storetest.Pack(t, db, line, 1_000, storetest.CycleStart(2), storetest.CycleStart(2).Add(9*24*time.Hour))
	after := storetest.Used("after-001", "0570000001", "data", 800, storetest.CycleStart(2).Add(2*time.Hour))
	before := storetest.Used("before-01", "0570000001", "data", 700, storetest.CycleStart(2).Add(time.Hour))
	for _, e := range []usage.Event{after, before, after, before} {
		_, err := s.Allowances.Count(ctx, []usage.Event{e})
		require.NoError(t, err)
	}
	require.EqualValues(t, 1_000, usedIn(t, db, "data", -1), "the first to end is used first")
	require.EqualValues(t, 500, usedIn(t, db, "data", 2))
	var later int64
	require.NoError(t, db.NewRaw(`SELECT sum(value::bigint)::bigint FROM usage_events, jsonb_each_text(parts)
		WHERE event_id = 'after-001' AND key::uuid IN (SELECT id FROM line_allowances WHERE cycle = 2)`).
		Scan(ctx, &later))
	require.EqualValues(t, 500, later, "the pack was nearly empty when it happened")
}

func TestCount_ReusedNumber_GoesByTime(t *testing.T) {
	db, s := storetest.Database(t)
	first := storetest.Metered(t, s, "0570000001")
	storetest.Exec(t, db, "UPDATE lines SET status = 'ended', ended_at = ? WHERE id = ?", storetest.Today.Add(-5*24*time.Hour), first)
	second := storetest.Metered(t, s, "0570000001")
	storetest.Exec(t, db, "UPDATE lines SET activated_at = ? WHERE id = ?", storetest.Today.Add(-2*24*time.Hour), second)
	counted, err := s.Allowances.Count(ctx, []usage.Event{
		storetest.Used("first-001", "0570000001", "data", 10, storetest.Today.Add(-6*24*time.Hour)),
		storetest.Used("missing-1", "0570000001", "data", 10, storetest.Today.Add(-3*24*time.Hour)),
		storetest.Used("second-01", "0570000001", "data", 20, storetest.Today.Add(-time.Hour)),
		storetest.Used("unknown-1", "0579999999", "data", 10, storetest.Today),
		storetest.Used("second-01", "0570000001", "data", 21, storetest.Today.Add(-time.Hour)),
		storetest.Used("second-01", "0570000001", "data", 20, storetest.Today.Add(-time.Hour)),
	})
	require.NoError(t, err)
	require.Equal(t, map[int]contract.Code{1: contract.FailUsageLineEnded, 3: contract.FailUsageNumber, 4: contract.FailUsageDiffers}, counted.Refused)
	require.Equal(t, 2, counted.Taken)
	require.Equal(t, 1, counted.Known)
	of := map[string]int64{}
	for _, r := range storetest.BucketRows(t, db) {
		of[r.LineID] += r.Used
	}
	require.Equal(t, map[string]int64{first: 10, second: 20}, of)
}

// An id is known for as long as its event may come, on any day.
func TestCount_SameEventTwoDays_IsRefused(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Metered(t, s, "0570000001")
	now := storetest.Today.Add(-time.Hour)
	_, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("cdr-00001", "0570000001", "data", 10, now)})
	require.NoError(t, err)
	for name, at := range map[string]time.Time{
		"a moment": now.Add(-time.Microsecond), "a day": now.AddDate(0, 0, -1), "a month": now.AddDate(0, 0, -32),
	} {
		t.Run(name, func(t *testing.T) {
			counted, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("cdr-00001", "0570000001", "data", 10, at)})
			require.NoError(t, err)
			require.Equal(t, map[int]contract.Code{0: contract.FailUsageDiffers}, counted.Refused)
		})
	}
	both := []usage.Event{storetest.Used("cdr-00002", "0570000001", "data", 5, now), storetest.Used("cdr-00002", "0570000001", "data", 5, now.AddDate(0, 0, -1))}
	counted, err := s.Allowances.Count(ctx, both)
	require.NoError(t, err)
	require.Equal(t, map[int]contract.Code{1: contract.FailUsageDiffers}, counted.Refused, "within a batch, too")
	require.EqualValues(t, 15, usedIn(t, db, "data", 2))
}

func TestGrant_SameCycle_ChangesNothing(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	before := storetest.BucketRows(t, db)
	more := []allowancestore.Bucket{{Type: "data", Unit: "MB", Amount: storetest.Amount(1)}, {Type: "int_min", Unit: "minute", Amount: storetest.Amount(50)}}
	require.NoError(t, s.Allowances.Grant(ctx, line, 2, storetest.Today, time.Time{}, more[:1]))
	require.Equal(t, before, storetest.BucketRows(t, db))
	require.ErrorIs(t, s.Allowances.Grant(ctx, line, 3, storetest.Today, storetest.Today.Add(-time.Hour), more), storeerrors.ErrConflict, "it would end before it begins")
	require.ErrorIs(t, s.Allowances.Grant(ctx, storetest.NewID(), 3, storetest.Today, time.Time{}, more), storeerrors.ErrConflict, "no such line")
	require.Equal(t, before, storetest.BucketRows(t, db))
}

func TestGrant_EarlierUsage_IsRecounted(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	_, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("abroad-01", "0570000001", "int_min", 12, storetest.Today.Add(-time.Hour))})
	require.NoError(t, err)
	require.EqualValues(t, 12, uncoveredOf(t, db))
	require.NoError(t, s.Allowances.Grant(ctx, line, 9, storetest.Today.Add(-2*time.Hour), storetest.Today.Add(time.Hour), []allowancestore.Bucket{{Type: "int_min", Unit: "minute", Amount: storetest.Amount(10)}}))
	require.EqualValues(t, 2, uncoveredOf(t, db))
	require.EqualValues(t, 10, usedIn(t, db, "int_min", 9))
}

func TestEndAt_LaterUsage_MovesToOthers(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	_, err := s.Allowances.Count(ctx, []usage.Event{
		storetest.Used("before-01", "0570000001", "data", 100, storetest.Today.Add(-3*time.Hour)),
		storetest.Used("after-001", "0570000001", "data", 50, storetest.Today.Add(-time.Hour)),
	})
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, s.Allowances.EndAt(ctx, line, 2, storetest.Today.Add(-2*time.Hour)))
	}
	require.EqualValues(t, 100, usedIn(t, db, "data", 2))
	require.EqualValues(t, 50, uncoveredOf(t, db))
	require.NoError(t, s.Allowances.Grant(ctx, line, 3, storetest.Today.Add(-2*time.Hour), time.Time{}, storetest.Monthly))
	require.EqualValues(t, 50, usedIn(t, db, "data", 3))
	require.Zero(t, uncoveredOf(t, db))
	require.NoError(t, s.Allowances.EndAt(ctx, line, 2, storetest.Today), "a later end does not make it longer")
	require.EqualValues(t, 50, usedIn(t, db, "data", 3))
}

func TestEndAt_EarlierEnd_IsUsedSooner(t *testing.T) {
	db, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0570000001")
	storetest.Pack(t, db, lineID, 100, storetest.CycleStart(0), storetest.CycleStart(0).Add(5*24*time.Hour))
	_, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("cdr-early-1", "0570000001", "data", 1, storetest.CycleStart(0).Add(time.Hour))})
	require.NoError(t, err)
	require.Zero(t, usedIn(t, db, "data", 0), "the pack ends first")
	require.NoError(t, s.Allowances.EndAt(ctx, lineID, 0, storetest.CycleStart(0).Add(7*time.Hour)))
	require.EqualValues(t, 1, usedIn(t, db, "data", 0))
}
