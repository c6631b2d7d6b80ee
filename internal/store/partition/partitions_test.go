package partition_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/storetest"
	"selfcare/migrations"
)

var ctx = context.Background()

// partOf returns the part of a table that holds the only row.
func partOf(t *testing.T, db *bun.DB, table string) (part string) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT tableoid::regclass FROM ?", bun.Ident(table)).Scan(ctx, &part))
	return part
}

// At midnight the part of the new day may be missing: the event counts, and moves once the part is made.
func TestKeep_MissingDay_LosesNoEvent(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Metered(t, s, "0571230101")
	var missing []string
	require.NoError(t, db.NewRaw("SELECT name FROM partitions_of('usage_events') UNION SELECT name FROM partitions_of('usage_ids')").Scan(ctx, &missing))
	require.NotEmpty(t, missing)
	for _, name := range missing {
		storetest.Exec(t, db, "DROP TABLE ?", bun.Ident(name))
	}
	event := storetest.Used("cdr-00000001", "0571230101", "data", 5, storetest.Today)
	for _, want := range []int{1, 0} {
		counted, err := s.Allowances.Count(ctx, []usage.Event{event})
		require.NoError(t, err)
		require.Equal(t, want, counted.Taken)
	}
	require.Equal(t, "usage_events_rest", partOf(t, db, "usage_events"))
	standing, err := s.Partitions.Look(ctx, time.Now())
	require.NoError(t, err)
	require.Equal(t, 2, standing.Waiting, "the event and its id")
	require.Zero(t, standing.Ahead)

	_, err = s.Partitions.Keep(ctx)
	require.NoError(t, err)
	riyadh := storetest.Today.Add(3 * time.Hour)
	require.Equal(t, "usage_events_"+riyadh.Format("20060102"), partOf(t, db, "usage_events"))
	require.Equal(t, "usage_ids_"+riyadh.Format("200601"), partOf(t, db, "usage_ids"))
	standing, err = s.Partitions.Look(ctx, time.Now())
	require.NoError(t, err)
	require.Zero(t, standing.Waiting)
	require.Greater(t, standing.Ahead, 13*24*time.Hour)
	counted, err := s.Allowances.Count(ctx, []usage.Event{event})
	require.NoError(t, err)
	require.Equal(t, 1, counted.Known)
}

// Tables of a month, with the month as their key or a time of their rows: a row counts before its part is made, and after.
func TestKeep_MissingMonth_LosesNoRow(t *testing.T) {
	order := storetest.FullOrder()
	for table, one := range map[string]struct {
		write, find func(s *store.Store) error
		repeats     bool // a second write changes nothing
	}{
		"webhook_events": {
			write: func(s *store.Store) error { return s.Webhooks.Keep(ctx, "payment", "evt_1", nil) },
			find: func(s *store.Store) error {
				kept, err := s.Webhooks.IsKept(ctx, "payment", "evt_1")
				return found(kept, err)
			},
			repeats: true,
		},
		"outbox": {
			write: func(s *store.Store) error {
				return s.Outbox.Queue(ctx, contract.Notice{OrderID: "o-1", Key: "placed", Template: "order_placed"})
			},
			find: func(s *store.Store) error {
				messages, err := s.Outbox.Of(ctx, "o-1")
				return found(len(messages) == 1, err)
			},
			repeats: true,
		},
		"order_events": {
			write: func(s *store.Store) error {
				if err := s.Orders.Open(ctx, order, nil, ""); err != nil {
					return err
				}
				placed := order
				placed.Seq, placed.Stage = 2, contract.StagePlaced
				return s.Orders.Save(ctx, placed, orderstore.Event{Key: "order.placed", At: order.CreatedAt})
			},
			find: func(s *store.Store) error {
				events, err := s.Orders.Timeline(ctx, order.ID)
				return found(len(events) == 1, err)
			},
		},
	} {
		t.Run(table, func(t *testing.T) {
			db, s := storetest.Database(t)
			var missing []string
			require.NoError(t, db.NewRaw("SELECT name FROM partitions_of(?)", table).Scan(ctx, &missing))
			require.NotEmpty(t, missing)
			for _, name := range missing {
				storetest.Exec(t, db, "DROP TABLE ?", bun.Ident(name))
			}
			require.NoError(t, one.write(s))
			require.Equal(t, table+"_rest", partOf(t, db, table))
			require.NoError(t, one.find(s))
			_, err := s.Partitions.Keep(ctx)
			require.NoError(t, err)
			require.Regexp(t, "^"+table+"_20[0-9]{4}$", partOf(t, db, table))
			require.NoError(t, one.find(s))
			if one.repeats {
				require.NoError(t, one.write(s))
				require.NoError(t, one.find(s))
			}
		})
	}
}

var errNotFound = errors.New("not found, or not once")

func found(is bool, err error) error {
	if err == nil && !is {
		return errNotFound
	}
	return err
}

// A row without a part is kept as long as the part of its month would be.
func TestKeep_WaitingRow_StaysForItsPeriod(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO webhook_events (system, event_id, body, month) VALUES ('payment', 'evt_1', '', date_trunc('month', now() - interval '90 days', 'Asia/Riyadh')), ('payment', 'evt_2', '', date_trunc('month', now() - interval '125 days', 'Asia/Riyadh'))")
	dropped, err := s.Partitions.Keep(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, dropped)
	kept, err := s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.True(t, kept)
}

// The application's role makes and drops partitions, but has no other power over them.
func TestKeep_Application_ChangesNoPeriod(t *testing.T) {
	url := testkit.PostgresURL(t)
	owner, application := testkit.Connect(t, url), testkit.Connect(t, testkit.AsApplication(t, url))
	require.NoError(t, migrations.Grant(ctx, owner, postgres.Application))
	storetest.Exec(t, application, "SELECT keep_partitions('usage_events')")
	for _, statement := range []string{
		"UPDATE partitioned_tables SET kept = '31 days'", "DELETE FROM partitioned_tables", "SELECT make_partition('usage_events', now() + interval '9 years')",
		"DROP TABLE usage_events_rest", "SELECT keep_partitions('lines')",
	} {
		_, err := application.ExecContext(ctx, statement)
		require.Error(t, err, statement)
	}
}
