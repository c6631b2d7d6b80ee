package vas_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/vas"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

// catalogue adds three services of one category, the last one off sale.
func catalogue(t *testing.T, db *bun.DB) {
	t.Helper()
	storetest.Exec(t, db, "INSERT INTO service_categories (key, page, name_en, name_ar, position) VALUES ('news', 'entertainment', 'News', 'أخبار', 1), ('sport', 'entertainment', 'Sport', 'رياضة', 0)")
	storetest.Exec(t, db, `INSERT INTO services (id, category, name_en, name_ar, description_en, description_ar, partner_code, price, cost, cycle_days, availability, on_sale, position)
		SELECT id, category, id, id, 'x', 'x', id, 150, 100, 1, availability::text[], on_sale, position FROM (VALUES
		('daily-news', 'news', '{web,app}', true, 1), ('flash', 'news', '{app}', true, 0), ('goals', 'sport', '{web}', true, 5), ('old', 'sport', '{web}', false, 0)
		) AS s (id, category, availability, on_sale, position)`)
}

// bought returns a service that a purchase brings to a line, past the purchase itself.
func bought(t *testing.T, db *bun.DB, s *store.Store) vas.Held {
	t.Helper()
	catalogue(t, db)
	storetest.Exec(t, db, "ALTER TABLE line_services DROP CONSTRAINT line_services_id_fkey")
	return vas.Held{ID: storetest.NewID(), LineID: storetest.Metered(t, s, "0570000001"), ServiceID: "daily-news", Price: 150, Since: at}
}

func started(t *testing.T, s *store.Store, h vas.Held) {
	t.Helper()
	fresh, err := s.Services.Start(ctx, h)
	require.NoError(t, err)
	require.True(t, fresh)
}

func states(t *testing.T, s *store.Store, lineID string) (all []string) {
	t.Helper()
	found, err := s.Services.OfLine(ctx, lineID, "")
	require.NoError(t, err)
	for _, h := range found {
		all = append(all, h.State)
	}
	return all
}

func toEnd(t *testing.T, s *store.Store, now time.Time) (ids []string) {
	t.Helper()
	found, err := s.Services.ToEnd(ctx, now, 10)
	require.NoError(t, err)
	for _, h := range found {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestStart_Concurrent_LineHasItOnce(t *testing.T) {
	db, s := storetest.Database(t)
	h := bought(t, db, s)
	var tries [8]vas.Held
	for n := range tries {
		tries[n] = h
		tries[n].ID = storetest.NewID()
	}
	winner := tries[storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		return storetest.Win(s.Services.Start(ctx, tries[caller]))
	})]
	started(t, s, winner)
	require.NoError(t, s.Services.End(ctx, winner.ID, at))
	started(t, s, h)
	require.Equal(t, []string{vas.Starting}, states(t, s, h.LineID))
}

func TestVas_LateState_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	h := bought(t, db, s)
	started(t, s, h)
	left, err := s.Services.Leave(ctx, h.LineID, h.ServiceID)
	require.NoError(t, err)
	require.False(t, left, "it does not run yet")
	for _, until := range []time.Time{at.Add(24 * time.Hour), at.Add(48 * time.Hour)} {
		require.NoError(t, s.Services.Run(ctx, h.ID, until))
	}
	found, err := s.Services.OfLine(ctx, h.LineID, "web")
	require.NoError(t, err)
	require.True(t, at.Add(24*time.Hour).Equal(found[0].Until), "a repeated start does not prolong it")
	for range 2 {
		left, err = s.Services.Leave(ctx, h.LineID, h.ServiceID)
		require.NoError(t, err)
		require.True(t, left)
	}
	require.NoError(t, s.Services.Run(ctx, h.ID, at.Add(48*time.Hour)))
	require.Equal(t, []string{vas.Ending}, states(t, s, h.LineID))
	for _, ended := range []time.Time{at, at.Add(time.Hour)} {
		require.NoError(t, s.Services.End(ctx, h.ID, ended))
	}
	var ended time.Time
	require.NoError(t, db.NewRaw("SELECT ended_at FROM line_services").Scan(ctx, &ended))
	require.True(t, at.Equal(ended))
	other, err := s.Services.OfLine(ctx, h.LineID, "sms")
	require.NoError(t, err)
	require.Empty(t, other, "the channel has no such service")
}

// A line that ends takes its services with it, also a service that starts at that moment.
func TestToEnd_LineEnds_ServiceEnds(t *testing.T) {
	db, s := storetest.Database(t)
	runs := bought(t, db, s)
	started(t, s, runs)
	require.NoError(t, s.Services.Run(ctx, runs.ID, at.AddDate(0, 1, 0)))
	starts := runs
	starts.ID, starts.ServiceID = storetest.NewID(), "goals"
	started(t, s, starts)
	require.Empty(t, toEnd(t, s, at))
	require.NoError(t, s.Endings.EndLine(ctx, runs.LineID, at))
	require.Equal(t, []string{runs.ID}, toEnd(t, s, at))
	require.NoError(t, s.Services.Run(ctx, starts.ID, at.AddDate(0, 1, 0)))
	require.Equal(t, []string{runs.ID, starts.ID}, toEnd(t, s, at))
}

func TestToEnd_Renewing_IsLeftOut(t *testing.T) {
	db, s := storetest.Database(t)
	h := bought(t, db, s)
	started(t, s, h)
	require.NoError(t, s.Services.Run(ctx, h.ID, at))
	require.Empty(t, toEnd(t, s, at.Add(-time.Second)))
	require.Equal(t, []string{h.ID}, toEnd(t, s, at))
	storetest.Fill(t, db, `INSERT INTO line_renewals (purchase_id, item, line_id, service_id, price, cost, days, until)
		SELECT id, 0, line_id, service_id, price, 0, 1, until FROM line_services`)
	require.Empty(t, toEnd(t, s, at))
	storetest.Exec(t, db, "UPDATE line_renewals SET renews = false")
	require.Equal(t, []string{h.ID}, toEnd(t, s, at))
}

func TestList_Page_FollowsThePositions(t *testing.T) {
	db, s := storetest.Database(t)
	h := bought(t, db, s)
	started(t, s, h)
	page := func(category string, number int) (ids []string) {
		found, total, err := s.Services.List(ctx, vas.Query{Slug: "entertainment", Category: category, LineID: h.LineID, Page: number, PerPage: 2})
		require.NoError(t, err)
		require.Equal(t, map[string]int{"": 3, "news": 2}[category], total)
		for _, service := range found {
			require.Equal(t, service.ID == "daily-news", service.Held)
			ids = append(ids, service.ID)
		}
		return ids
	}
	require.Equal(t, []string{"goals", "flash"}, page("", 1))
	require.Equal(t, []string{"daily-news"}, page("", 2))
	require.Equal(t, []string{"flash", "daily-news"}, page("news", 1))
	_, known, err := s.Services.Get(ctx, "old", h.LineID)
	require.NoError(t, err)
	require.False(t, known)
	count, err := s.Services.OnSale(ctx)
	require.NoError(t, err)
	require.Equal(t, 3, count)
}

// The services that are due are looked for each minute, among those of all lines.
func TestToEnd_ManyServices_UsesAnIndex(t *testing.T) {
	db, s := storetest.Measured(t)
	catalogue(t, db)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, `INSERT INTO line_services (id, line_id, service_id, state, price, since, until)
		SELECT id, id, 'daily-news', 'active', 150, now(), now() + interval '1 day' FROM lines`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"to end":  func() error { return storetest.TakeError(s.Services.ToEnd(ctx, time.Now(), 200)) },
		"of line": func() error { return storetest.TakeError(s.Services.OfLine(ctx, storetest.NthLine(7), "")) },
	})
}
