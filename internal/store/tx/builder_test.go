package tx_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
)

type note struct {
	bun.BaseModel `bun:"table:notes,alias:n"`

	ID     int `bun:",pk"`
	Text   string
	Labels []string `bun:",array"`
}

func TestRaw_QuotesAndMarks_StayText(t *testing.T) {
	c := notes(t)
	for id, text := range storetest.BadTexts {
		_, err := c.DB.NewRaw("INSERT INTO notes (id, text, labels) VALUES (?, ?, ?)", id, text, pgdialect.Array([]string{text, "?"})).Exec(ctx)
		require.NoError(t, err, text)
		var read string
		var labels []string
		require.NoError(t, c.DB.NewRaw("SELECT text, labels FROM notes WHERE text = ?1 AND id = ?0", id, text).
			Scan(ctx, &read, pgdialect.Array(&labels)), text)
		require.Equal(t, text, read)
		require.Equal(t, []string{text, "?"}, labels)
	}
	var found int
	require.NoError(t, c.DB.NewRaw("SELECT count(*) FROM notes WHERE text IN (?)", bun.List(storetest.BadTexts)).Scan(ctx, &found))
	require.Equal(t, len(storetest.BadTexts), found)
}

func TestBuilder_QuotesAndMarks_StayText(t *testing.T) {
	c := notes(t)
	for id, text := range storetest.BadTexts {
		_, err := c.DB.NewInsert().Model(&note{ID: id, Text: text, Labels: []string{text}}).Exec(ctx)
		require.NoError(t, err, text)
		changed, err := tx.Changed(c.DB.NewUpdate().Model((*note)(nil)).Set("text = ?", text).Where("text = ?", text).Exec(ctx))
		require.NoError(t, err, text)
		require.EqualValues(t, 1, changed, text)
		var read note
		same := c.DB.NewSelect().Model((*note)(nil)).Column("id").Where("text = ?", text)
		require.NoError(t, c.DB.NewSelect().Model(&read).Where("id IN (?)", same).Where("text <> ?", text+"?").Scan(ctx), text)
		require.Equal(t, note{ID: id, Text: text, Labels: []string{text}}, read)
	}
}

func TestRequireChange_NoRow_IsErrorOfCaller(t *testing.T) {
	c := notes(t)
	change := func(id int) error {
		result, err := c.DB.NewUpdate().Model((*note)(nil)).Set("text = 'new'").Where("id = ?", id).Exec(ctx)
		return tx.RequireChange("change note", storeerrors.ErrStale, result, err)
	}
	require.ErrorIs(t, change(1), storeerrors.ErrStale)
	require.NoError(t, add(c, 1, nil))
	require.NoError(t, change(1))
	failed := errors.New("failed")
	require.ErrorIs(t, tx.RequireChange("change note", storeerrors.ErrStale, nil, failed), failed)
}

func TestPurgeRows_Conditions_KeepOthers(t *testing.T) {
	c := notes(t)
	_, err := c.DB.NewRaw("ALTER TABLE notes DROP CONSTRAINT notes_parent_fkey").Exec(ctx) // it has no index for so many deletions
	require.NoError(t, err)
	_, err = c.DB.NewRaw(`
		INSERT INTO notes (id, at, text) SELECT n, '2026-01-01Z'::timestamptz + n * interval '1 hour', CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END
		FROM generate_series(1, 12000) AS n`).Exec(ctx)
	require.NoError(t, err)
	before := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(11_000 * time.Hour)
	purged, err := tx.PurgeRows(ctx, c.DB, (*note)(nil), "at", before, "text = 'even'")
	require.NoError(t, err)
	require.Equal(t, 5499, purged)
	require.Equal(t, 6501, count(t, c))
	purged, err = tx.PurgeRows(ctx, c.DB, (*note)(nil), "at", before)
	require.NoError(t, err)
	require.Equal(t, 5500, purged)
}

// A row that changes meanwhile is not deleted: a batch may then be short, although others wait behind it.
func TestPurgeRows_ShortBatch_GoesOn(t *testing.T) {
	c := notes(t)
	_, err := c.DB.NewRaw(`
		ALTER TABLE notes DROP CONSTRAINT notes_parent_fkey;
		CREATE FUNCTION keep_note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
		CREATE TRIGGER kept BEFORE DELETE ON notes FOR EACH ROW WHEN (OLD.id = 7) EXECUTE FUNCTION keep_note();
		INSERT INTO notes (id, at, text) SELECT n, '2026-01-01Z'::timestamptz + n * interval '1 hour', 'n' || n FROM generate_series(1, 1200) AS n`).Exec(ctx)
	require.NoError(t, err)

	purged, err := tx.PurgeRows(ctx, c.DB, (*note)(nil), "at", time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))

	require.NoError(t, err)
	require.Equal(t, 1199, purged)
	require.Equal(t, 1, count(t, c))
}

// Bun must not drop the byte: the text would find another row.
func TestRaw_NUL_IsRefused(t *testing.T) {
	c := notes(t)
	require.NoError(t, add(c, 1, nil))
	err := c.DB.NewRaw("SELECT id FROM notes WHERE text = ?", "a\x00").Scan(ctx, new(int))
	require.True(t, storeerrors.Refuses(err), "a retry would fail for ever: %v", err)
	_, err = c.DB.NewUpdate().Model((*note)(nil)).Set("text = ?", "a\x00").Where("id = 1").Exec(ctx)
	require.True(t, storeerrors.Refuses(err), err)
}
