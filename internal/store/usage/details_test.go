package usage_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store/storetest"
	usagestore "selfcare/internal/store/usage"
)

var ctx = context.Background()

// callTo returns a call of some minutes to a number.
func callTo(id, msisdn, party string, minutes, charged int64, at time.Time) usage.Event {
	e := storetest.Used(id, msisdn, allowance.LocalMinutes, minutes, at)
	e.Party, e.Charged = party, charged
	return e
}

// everything asks for all usage of a line of a kind, in pages of two.
func everything(lineID string, kind usage.Kind) usagestore.Asked {
	return usagestore.Asked{LineID: lineID, Kind: kind, Size: 2, Period: usage.Period{From: storetest.Today.AddDate(-2, 0, 0), Until: storetest.Today.Add(time.Hour)}}
}

func detailIDs(found []usagestore.Detail) (ids []string) {
	for _, d := range found {
		ids = append(ids, d.ID)
	}
	return ids
}

func TestUsageDetails_Paging_IsConsistent(t *testing.T) {
	_, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0571230101")
	var events []usage.Event
	for n := range 5 { // two of them at one moment
		events = append(events, callTo(fmt.Sprintf("cdr-%08d", n), "0571230101", "0501234567", 1, 0, storetest.Today.Add(-time.Duration(n/2)*24*time.Hour*20)))
	}
	_, err := s.Allowances.Count(ctx, events)
	require.NoError(t, err)
	ask := everything(lineID, usage.Calls)
	pages := [][]string{{"cdr-00000001", "cdr-00000000"}, {"cdr-00000003", "cdr-00000002"}, {"cdr-00000004"}}
	for i, want := range pages {
		ask.Page = i + 1
		found, more, err := s.UsageDetails.Page(ctx, ask)
		require.NoError(t, err)
		require.Equal(t, want, detailIDs(found))
		require.Equal(t, i < 2, more)
	}
	ask.Page = 0
	var last usagestore.Detail
	for i, want := range pages {
		found, more, err := s.UsageDetails.Page(ctx, ask)
		require.NoError(t, err)
		require.Equal(t, want, detailIDs(found))
		require.Equal(t, i < 2, more)
		last = found[len(found)-1]
		position := last.Position()
		ask.Before = &position
	}
	position := last.Position()
	ask.Before, ask.After = nil, &position
	found, more, err := s.UsageDetails.Page(ctx, ask)
	require.NoError(t, err)
	require.Equal(t, pages[1], detailIDs(found))
	require.True(t, more)
	ask.After, ask.Page = nil, 10_000
	found, more, err = s.UsageDetails.Page(ctx, ask)
	require.NoError(t, err)
	require.Empty(t, found)
	require.False(t, more)
}

// A page that needs more than the months around a position reads all months.
func TestUsageDetails_FarMonths_FillThePage(t *testing.T) {
	_, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0571230101")
	var events []usage.Event
	var want []string
	for n := range 12 { // days apart, then weeks, then nearly two months
		at := storetest.Today.Add(-time.Duration(n*n*n) * 14 * time.Hour / 10)
		events = append(events, callTo(fmt.Sprintf("cdr-%08d", n), "0571230101", "", 1, 0, at))
		want = append(want, fmt.Sprintf("cdr-%08d", n))
	}
	_, err := s.Allowances.Count(ctx, events)
	require.NoError(t, err)
	for size := 1; size <= 13; size++ {
		ask := everything(lineID, usage.Calls)
		ask.Size = size
		var older []string
		for {
			found, more, err := s.UsageDetails.Page(ctx, ask)
			require.NoError(t, err)
			older = append(older, detailIDs(found)...)
			if !more {
				break
			}
			position := found[len(found)-1].Position()
			ask.Before = &position
		}
		require.Equal(t, want, older, "pages of %d", size)
		ask.Before, ask.After = nil, &usagestore.Position{At: storetest.Today.AddDate(-1, 0, 0), ID: "cdr"}
		var newer []string
		for {
			found, more, err := s.UsageDetails.Page(ctx, ask)
			require.NoError(t, err)
			newer = append(detailIDs(found), newer...)
			if !more {
				break
			}
			position := found[0].Position()
			ask.After = &position
		}
		require.Equal(t, want, newer, "pages of %d, from the other end", size)
	}
}

func TestUsageDetails_Repeated_IsWrittenOnce(t *testing.T) {
	_, s := storetest.Database(t)
	lineID, other := storetest.Metered(t, s, "0571230101"), storetest.Metered(t, s, "0571230102")
	batch := []usage.Event{
		callTo("cdr-00000001", "0571230101", "+201001234567", 3, 45, storetest.Today), callTo("cdr-00000001", "0571230101", "+201001234567", 3, 45, storetest.Today),
		callTo("cdr-00000002", "0571230101", "=cmd|' /C calc'!A0", 1, 0, storetest.Today), storetest.Used("cdr-00000003", "0571230101", allowance.Data, 100, storetest.Today),
		callTo("cdr-00000004", "0571230102", "0501234567", 9, 0, storetest.Today),
	}
	for range 2 {
		_, err := s.Allowances.Count(ctx, batch)
		require.NoError(t, err)
	}
	found, _, err := s.UsageDetails.Page(ctx, everything(lineID, usage.Calls))
	require.NoError(t, err)
	require.Equal(t, []string{"", "+201001234567"}, []string{found[0].Party, found[1].Party}, "malformed numbers are left out")
	for kind, want := range map[usage.Kind]int{usage.Calls: 2, usage.DataUsed: 1, usage.SMSSent: 0} {
		found, _, err := s.UsageDetails.Page(ctx, everything(lineID, kind))
		require.NoError(t, err)
		require.Len(t, found, want)
	}
	theirs, _, err := s.UsageDetails.Page(ctx, everything(other, usage.Calls))
	require.NoError(t, err)
	require.Equal(t, []string{"cdr-00000004"}, detailIDs(theirs))
}

func TestUsageDetails_Sums_AreByDayAndNumber(t *testing.T) {
	_, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0571230101")
	midnight := time.Date(storetest.Today.Year(), storetest.Today.Month(), storetest.Today.Day(), 21, 0, 0, 0, time.UTC).AddDate(0, 0, -3) // in Riyadh
	abroad := storetest.Used("cdr-00000004", "0571230101", allowance.RoamingMinutes, 2, midnight)
	abroad.Charged, abroad.Party = 900, "0501234567"
	_, err := s.Allowances.Count(ctx, []usage.Event{
		callTo("cdr-00000001", "0571230101", "0501234567", 10, 150, midnight.Add(-time.Second)), callTo("cdr-00000002", "0571230101", "0507654321", 5, 0, midnight),
		callTo("cdr-00000003", "0571230101", "", 1, 20, midnight.Add(time.Hour)), abroad,
	})
	require.NoError(t, err)
	ask := everything(lineID, usage.Calls)
	days, err := s.UsageDetails.Days(ctx, ask)
	require.NoError(t, err)
	first := midnight.Add(-time.Second).Add(3 * time.Hour).Format(time.DateOnly)
	require.Equal(t, []usagestore.Sum{
		{Of: first, Count: 1, Amount: 10, Charged: 150}, {Of: midnight.Add(3 * time.Hour).Format(time.DateOnly), Count: 3, Amount: 8, Charged: 920},
	}, days)
	parties, err := s.UsageDetails.Parties(ctx, ask, 1)
	require.NoError(t, err)
	require.Equal(t, []usagestore.Sum{{Of: "0501234567", Count: 2, Amount: 12, Charged: 1050}}, parties)
	most, err := s.UsageDetails.Costliest(ctx, ask, 2)
	require.NoError(t, err)
	require.Equal(t, []string{"cdr-00000004", "cdr-00000001"}, detailIDs(most))
	ask.Place = usage.Roaming
	all, err := s.UsageDetails.All(ctx, ask, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"cdr-00000004"}, detailIDs(all))
}

func TestUsageDetails_Party_IsSealed(t *testing.T) {
	db, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0571230101")
	_, err := s.Allowances.Count(ctx, []usage.Event{callTo("cdr-00000001", "0571230101", "0501234567", 1, 0, storetest.Today)})
	require.NoError(t, err)
	var stored []byte
	require.NoError(t, db.NewRaw("SELECT party FROM usage_events").Scan(ctx, &stored))
	require.NotContains(t, string(stored), "0501234567")
	_, err = s.UsageDetails.Keys.Open("usage_events/"+lineID+"/cdr-00000001", stored)
	require.NoError(t, err)

	storetest.Exec(t, db, `UPDATE usage_events SET party = '\x00' || convert_to('0501234567', 'UTF8')`) // from before numbers were sealed
	found, _, err := s.UsageDetails.Page(ctx, everything(lineID, usage.Calls))
	require.NoError(t, err)
	require.Equal(t, "0501234567", found[0].Party)
}

func TestUsageDetails_Unlisted_IsNotShown(t *testing.T) {
	db, s := storetest.Database(t)
	lineID := storetest.Metered(t, s, "0571230101")
	storetest.Exec(t, db, "INSERT INTO usage_events (event_id, line_id, type, amount, used_at) VALUES ('opening:1', ?, 'data', 9, ?)", lineID, storetest.Today)
	for _, kind := range []usage.Kind{usage.Calls, usage.DataUsed, usage.SMSSent} {
		found, _, err := s.UsageDetails.Page(ctx, everything(lineID, kind))
		require.NoError(t, err)
		require.Empty(t, found)
	}
}

func TestUsageDetails_Position_ReadsBack(t *testing.T) {
	for _, p := range []usagestore.Position{{At: storetest.Today, ID: "cdr-1"}, {At: storetest.Today.Add(123_456 * time.Microsecond), ID: "a b\"c"}} {
		read, err := usagestore.PositionOf(p.String())
		require.NoError(t, err)
		require.Equal(t, p, read)
	}
	for _, text := range []string{"", "!", "MTIz", "YWJjIGRlZg", "OTk5OTk5OTk5OTk5OTk5OTk5OTkgYQ", "MSBh", "MTc2NDE3MDAwMDAwMDAwMCBhAA"} {
		_, err := usagestore.PositionOf(text)
		require.ErrorIs(t, err, usagestore.ErrPosition, text)
	}
}
