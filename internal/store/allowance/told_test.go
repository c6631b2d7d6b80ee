package allowance_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/user"
)

func toldOf(t *testing.T, s *store.Store, lineID string) (templates []string) {
	t.Helper()
	all, err := s.Outbox.Of(ctx, lineID)
	require.NoError(t, err)
	for _, m := range all {
		templates = append(templates, m.Template)
	}
	return templates
}

func TestCount_EachLevel_IsToldOnce(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	sent := 0
	uses := func(kind allowance.Type, amount int64, at time.Time) []string {
		t.Helper()
		sent++
		batch := []usage.Event{storetest.Used(fmt.Sprintf("event-%03d", sent), "0570000001", kind, amount, at)}
		for range 2 {
			_, err := s.Allowances.Count(ctx, batch)
			require.NoError(t, err)
		}
		return toldOf(t, s, line)
	}
	now := storetest.Today.Add(-time.Hour)
	require.Empty(t, uses("data", 15_999, now))
	require.Equal(t, []string{allowance.MessageLow}, uses("data", 1, now))
	require.Equal(t, []string{allowance.MessageLow}, uses("data", 100, now), "not again")
	storetest.Exec(t, db, "DELETE FROM outbox") // like a month that is dropped
	require.Empty(t, uses("data", 100, now))
	require.Equal(t, []string{allowance.MessageUsedUp}, uses("data", 10_000, now))
	require.Equal(t, []string{allowance.MessageUsedUp}, uses("data", 10_000, now))
	require.Len(t, uses("local_min", 900, now), 2, "both levels at once are one message")
	require.Len(t, uses("sms", 1_000_000, now), 2, "an unlimited bucket is never used up")
	require.Len(t, uses("local_min", 900, storetest.CycleStart(2).Add(-time.Hour)), 2, "an ended cycle needs no message")
	require.Len(t, uses("social_media", 5_000, now), 3)
}

func TestCount_Message_IsInHoldersLanguage(t *testing.T) {
	db, s := storetest.Database(t)
	person := contract.Person{IDNumber: storetest.NewID()}
	line, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "830000000001", Kind: linestore.Data, Type: "prepaid", Person: person, Contact: contract.Contact{Mobile: "0551234567"},
	}, storetest.CycleStart(0))
	require.NoError(t, err)
	holder := storetest.NewID()
	storetest.Exec(t, db, "INSERT INTO users (id, mobile, password_hash) VALUES (?, '0551234567', '')", holder)
	storetest.Exec(t, db, "INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, true)", holder, line)
	require.NoError(t, s.Users.SetPreferences(ctx, holder, user.Preferences{Language: "en"}))
	require.NoError(t, s.Allowances.Grant(ctx, line, 1, storetest.CycleStart(2), storetest.CycleStart(3), storetest.Monthly[:1]))
	_, err = s.Allowances.Count(ctx, []usage.Event{storetest.Used("event-001", "830000000001", "data", 20_000, storetest.Today.Add(-time.Hour))})
	require.NoError(t, err)
	claimed, err := s.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, claimed, 1)
	require.Equal(t, "0551234567", claimed[0].Notice.Mobile)
	require.Equal(t, "en", claimed[0].Notice.Language)
	require.Equal(t, map[string]string{"allowance": "data", "msisdn": "830000000001"}, claimed[0].Notice.Params)
}

func TestCount_EndedLine_IsToldNothing(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	storetest.Exec(t, db, "UPDATE lines SET status = 'ended'")
	counted, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("event-001", "0570000001", "data", 20_000, storetest.Today.Add(-time.Hour))})
	require.NoError(t, err)
	require.Equal(t, 1, counted.Taken, "the usage was before the end")
	require.Empty(t, toldOf(t, s, line))
}

// A late event reads only its own cycle, not the years before or after it.
func TestCount_LateEvent_ReadsItsCycleOnly(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	for cycle := 3; cycle < 25; cycle++ { // two years, backwards
		from := storetest.CycleStart(2 - cycle)
		require.NoError(t, s.Allowances.Grant(ctx, line, cycle, from, from.Add(storetest.CycleLength), storetest.Monthly))
	}
	storetest.Exec(t, db, `INSERT INTO usage_events (event_id, line_id, kind, type, amount, used_at)
		SELECT 'cdr-' || n, ?, 'data', 'data', 1, ?::timestamptz - n * interval '18 minutes' FROM generate_series(1, 60000) AS n`, line, storetest.Today)
	storetest.Exec(t, db, "SELECT keep_partitions('usage_events')") // two years of days
	storetest.Exec(t, db, "ANALYZE usage_events")
	for _, e := range []usage.Event{
		storetest.Used("event-001", "0570000001", "data", 5, storetest.Today.Add(-time.Second)),
		storetest.Used("late-0001", "0570000001", "data", 5, storetest.CycleStart(1).Add(time.Hour)),
	} {
		began := time.Now()
		_, err := s.Allowances.Count(ctx, []usage.Event{e})
		require.NoError(t, err)
		t.Logf("%s in %s", e.ID, time.Since(began))
	}
	var of []int64
	require.NoError(t, db.NewRaw("SELECT used FROM line_allowances WHERE type = 'data' AND cycle IN (0, 1, 2) ORDER BY cycle").Scan(ctx, &of))
	require.Zero(t, of[0], "settled usage is unchanged")
	require.EqualValues(t, 2_400-4+5, of[1], "all usage of the cycle after the late event")
	require.EqualValues(t, 5, of[2])
}
