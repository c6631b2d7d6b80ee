package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
	allowancestore "selfcare/internal/store/allowance"
	"selfcare/internal/store/line"
)

const CycleLength = 30 * 24 * time.Hour

// Today is a moment in the precision of Postgres; the present cycle of the lines here began ten days before.
var Today = time.Now().UTC().Truncate(time.Second)

func CycleStart(cycle int) time.Time {
	return Today.Add(-10*24*time.Hour + time.Duration(cycle-2)*CycleLength)
}

func Amount(of int64) *int64 { return &of }

// Monthly is the plan of the lines here.
var Monthly = []allowancestore.Bucket{
	{Type: "data", Unit: "MB", Amount: Amount(20_000)},
	{Type: "social_media", Unit: "MB", Amount: Amount(5_000)},
	{Type: "local_min", Unit: "minute", Amount: Amount(900)},
	{Type: "sms", Unit: "sms"},
}

// Metered returns a line with the buckets of three cycles; the last one is the present one.
func Metered(t testing.TB, s *store.Store, msisdn string) (lineID string) {
	t.Helper()
	lineID, err := s.Lines.Add(t.Context(), line.Line{
		MSISDN: msisdn, Kind: line.Voice, Type: "prepaid", Person: contract.Person{IDNumber: NewID()},
	}, CycleStart(-1))
	require.NoError(t, err)
	for cycle := range 3 {
		require.NoError(t, s.Allowances.Grant(t.Context(), lineID, cycle, CycleStart(cycle), CycleStart(cycle+1), Monthly))
	}
	return lineID
}

// Pack gives a line a bought data bucket.
func Pack(t *testing.T, db *bun.DB, lineID string, megabytes int64, from, until time.Time) {
	t.Helper()
	Exec(t, db, `INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, position, purchase_id)
		VALUES (?, 'data', 'MB', ?, ?, ?, 100, ?)`, lineID, megabytes, from, until, NewID())
}

func Used(id, msisdn string, kind allowance.Type, amount int64, at time.Time) usage.Event {
	unit, _ := allowance.UnitOf(kind)
	return usage.Event{ID: id, MSISDN: msisdn, Type: kind, Unit: unit, Amount: amount, UsedAt: at.UTC().Truncate(time.Microsecond)}
}

// Row is a stored bucket.
type Row struct {
	ID, LineID, Type string
	Total            *int64
	Used             int64
	ValidFrom        time.Time
	ValidUntil       time.Time
	Cycle            *int
	Told             int
}

func BucketRows(t *testing.T, db *bun.DB) (rows []Row) {
	t.Helper()
	require.NoError(t, db.NewRaw(`SELECT id, line_id, type, total, used, valid_from, valid_until, cycle, told FROM line_allowances
		ORDER BY line_id, type, valid_from, id`).Scan(t.Context(), &rows))
	return rows
}
