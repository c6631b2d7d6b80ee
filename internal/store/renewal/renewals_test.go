package renewal_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/vas"
)

var (
	ctx   = context.Background()
	at    = storetest.Today
	until = at.AddDate(0, 0, 1)
)

// begun returns a renewing service of a line, past the purchase itself.
func begun(t *testing.T, db *bun.DB, s *store.Store) renewal.Item {
	t.Helper()
	for _, statement := range []string{
		"ALTER TABLE line_services DROP CONSTRAINT line_services_id_fkey",
		"ALTER TABLE line_renewals DROP CONSTRAINT line_renewals_purchase_id_fkey",
		"INSERT INTO service_categories (key, page, name_en, name_ar, position) VALUES ('news', 'entertainment', 'News', 'أخبار', 1)",
		`INSERT INTO services (id, category, name_en, name_ar, description_en, description_ar, partner_code, price, cost, cycle_days, availability, on_sale, position, renews)
		SELECT id, 'news', 'Daily news', 'أخبار اليوم', 'x', 'x', id, 150, 100, 1, '{web}', true, 0, true FROM (VALUES ('daily-news'), ('goals')) AS s (id)`,
	} {
		storetest.Exec(t, db, statement)
	}
	return runs(t, s, storetest.Metered(t, s, "0570000001"), "daily-news", until)
}

// runs begins a service of a line that renews.
func runs(t *testing.T, s *store.Store, line, service string, until time.Time) renewal.Item {
	t.Helper()
	i := renewal.Item{PurchaseID: storetest.NewID(), LineID: line, ServiceID: service, Price: 150, Cost: 100, Days: 1, Until: until}
	require.NoError(t, storetest.Win(s.Services.Start(ctx, vas.Held{ID: i.PurchaseID, LineID: line, ServiceID: service, Price: 150, Since: at})))
	require.NoError(t, s.Services.Run(ctx, i.PurchaseID, until))
	for _, price := range []contract.Halalas{150, 999} {
		again := i
		again.Price = price
		require.NoError(t, s.Renewals.Begin(ctx, again))
	}
	return only(t, s, line, i.PurchaseID)
}

// only returns the running item of a purchase.
func only(t *testing.T, s *store.Store, line, purchase string) renewal.Item {
	t.Helper()
	items, err := s.Renewals.OfLine(ctx, line, at)
	require.NoError(t, err)
	for _, i := range items {
		if i.PurchaseID == purchase {
			return i
		}
	}
	require.Fail(t, "the line has no such item")
	return renewal.Item{}
}

func TestBegin_Repeated_KeepsItsTerms(t *testing.T) {
	db, s := storetest.Database(t)
	i := begun(t, db, s)
	require.Equal(t, []any{contract.Halalas(150), 1, true, "Daily news"}, []any{i.Price, i.Cycle, i.Renews, i.NameEn})
	require.True(t, until.Equal(i.Until))
}

func TestDue_Ended_EarliestFirst(t *testing.T) {
	db, s := storetest.Database(t)
	first := begun(t, db, s)
	second := runs(t, s, first.LineID, "goals", until.Add(-time.Hour))
	due := func(now time.Time) (ids []string) {
		found, err := s.Renewals.Due(ctx, first.LineID, now)
		require.NoError(t, err)
		for _, i := range found {
			ids = append(ids, i.ID)
		}
		return ids
	}
	next := func() time.Time {
		at, err := s.Renewals.Next(ctx, first.LineID)
		require.NoError(t, err)
		return at
	}
	require.Empty(t, due(second.Until.Add(-time.Microsecond)))
	require.Equal(t, []string{second.ID, first.ID}, due(until))
	require.True(t, second.Until.Equal(next()))
	require.NoError(t, s.Renewals.End(ctx, second.ID, at))
	require.Equal(t, []string{first.ID}, due(until))
	require.NoError(t, s.Renewals.EndAll(ctx, first.LineID, at))
	require.Empty(t, due(until))
	require.True(t, next().IsZero())
}

func TestRenew_Cycle_MovesTheService(t *testing.T) {
	db, s := storetest.Database(t)
	i := begun(t, db, s)
	for range 2 {
		require.NoError(t, s.Renewals.Renew(ctx, i, until.AddDate(0, 0, 1)))
	}
	renewed := only(t, s, i.LineID, i.PurchaseID)
	require.Equal(t, 2, renewed.Cycle, "a repeated call")
	require.True(t, until.AddDate(0, 0, 1).Equal(renewed.Until))
	held, err := s.Services.OfLine(ctx, i.LineID, "")
	require.NoError(t, err)
	require.True(t, until.AddDate(0, 0, 1).Equal(held[0].Until))
}

func TestChoose_LeftService_IsUnknown(t *testing.T) {
	db, s := storetest.Database(t)
	i := begun(t, db, s)
	choose := func(line string, now time.Time) error {
		return storetest.Win(s.Renewals.Choose(ctx, line, i.ID, false, now))
	}
	require.ErrorIs(t, choose(storetest.NewID(), at), storetest.ErrLost, "another line")
	require.ErrorIs(t, choose(i.LineID, until), storetest.ErrLost, "its cycle has ended")
	require.NoError(t, choose(i.LineID, at))
	require.False(t, only(t, s, i.LineID, i.PurchaseID).Renews)
	require.NoError(t, storetest.Win(s.Renewals.Choose(ctx, i.LineID, i.ID, true, at)))
	standing := func() (held, sold bool) {
		held, sold, err := s.Renewals.Standing(ctx, i, at, until, at)
		require.NoError(t, err)
		return held, sold
	}
	held, sold := standing()
	require.Equal(t, []bool{true, true}, []bool{held, sold})
	require.NoError(t, storetest.Win(s.Services.Leave(ctx, i.LineID, i.ServiceID)))
	held, sold = standing()
	require.Equal(t, []bool{false, true}, []bool{held, sold})
	require.ErrorIs(t, choose(i.LineID, at), storetest.ErrLost)
	items, err := s.Renewals.OfLine(ctx, i.LineID, at)
	require.NoError(t, err)
	require.Empty(t, items)
}
