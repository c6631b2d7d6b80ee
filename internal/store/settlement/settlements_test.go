package settlement_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

const day, nextDay = "2026-11-20", "2026-11-21"

// at is in the middle of the day in Riyadh.
var at = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func line(payment string) settlement.Line {
	return settlement.Line{
		Ref: settlement.Ref{PaymentID: payment, Type: settlement.Payment}, Number: int(payment[len(payment)-1] - '0'), ProviderRef: "ref", Amount: 5000, Fee: 50, VAT: 8, CapturedAt: at, SettledOn: nextDay,
	}
}

func read(t *testing.T, s *store.Store, days ...string) {
	t.Helper()
	for _, day := range days {
		f, err := s.Settlements.Lock(ctx, day)
		require.NoError(t, err)
		f.SHA256, f.ReadAt = []byte(day), at
		require.NoError(t, s.Settlements.Finish(ctx, f))
	}
}

func booked(t *testing.T, s *store.Store, payment string) {
	t.Helper()
	require.NoError(t, s.Ledger.Post(ctx, ledger.Posting{Key: "charge:" + payment, Subject: storetest.NewID(), Kind: "charge", Entries: []ledger.Entry{
		{Account: "payment-provider", Amount: 5000}, {Account: "customer", Amount: -5000},
	}}))
}

func TestExpect_MissedDays_NewestFirst(t *testing.T) {
	_, s := storetest.Database(t)
	expect := func(upTo string, most int) []string {
		due, err := s.Settlements.Expect(ctx, upTo, most)
		require.NoError(t, err)
		return due
	}
	require.Equal(t, []string{day}, expect(day, 10))
	require.Equal(t, []string{"2026-11-23", "2026-11-22", nextDay, day}, expect("2026-11-23", 10))
	read(t, s, "2026-11-22")
	require.NoError(t, s.Settlements.Break(ctx, nextDay, []byte("x"), at))
	require.Equal(t, []string{"2026-11-23", nextDay}, expect("2026-11-23", 2), "a broken file may be mended")
	require.Equal(t, []string{day}, expect(day, 10))
}

func TestTell_SameMovement_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	read(t, s, day, nextDay)
	require.NoError(t, s.Settlements.Tell(ctx, day, day, []settlement.Line{line("p-1"), line("p-2")}, true))
	require.ErrorContains(t, s.Settlements.Tell(ctx, nextDay, nextDay, []settlement.Line{line("p-3"), line("p-2")}, false), "settlement_lines_once")
	refund := line("p-2")
	refund.Type, refund.Number = settlement.Refund, 4
	require.NoError(t, s.Settlements.Tell(ctx, nextDay, nextDay, []settlement.Line{refund}, true))
	told, err := s.Settlements.ListTold(ctx, []settlement.Line{line("p-1"), line("p-2"), line("p-3")})
	require.NoError(t, err)
	require.Equal(t, map[settlement.Ref]bool{line("p-1").Ref: true, line("p-2").Ref: true, refund.Ref: true}, told)
}

func TestTell_EachType_OncePerPayment(t *testing.T) {
	_, s := storetest.Database(t)
	read(t, s, day, nextDay)
	of := func(kind settlement.Type, payment string, number int) settlement.Line {
		l := line("p-1")
		l.Type, l.PaymentID, l.Number = kind, payment, number
		return l
	}
	all := []settlement.Line{
		of(settlement.Payment, "p-1", 1), of(settlement.Void, "p-1", 2), of(settlement.Chargeback, "p-1", 3),
		of(settlement.Fee, "p-1", 4), of(settlement.Fee, "p-1", 5), of(settlement.Fee, "", 6), of(settlement.Fee, "", 7),
	}
	require.NoError(t, s.Settlements.Tell(ctx, day, "b-1", all, false))
	told, err := s.Settlements.ListTold(ctx, all)
	require.NoError(t, err)
	require.Equal(t, map[settlement.Ref]bool{
		{PaymentID: "p-1", Type: settlement.Payment}: true, {PaymentID: "p-1", Type: settlement.Refund}: true,
		{PaymentID: "p-1", Type: settlement.Chargeback}: true,
	}, told, "a void is told as a refund, and a fee belongs to nothing")
	for _, again := range []settlement.Line{of(settlement.Refund, "p-1", 1), of(settlement.Chargeback, "p-1", 1)} {
		require.ErrorContains(t, s.Settlements.Tell(ctx, nextDay, "b-2", []settlement.Line{again}, false), "settlement_lines_once")
	}
}

func TestSkipRead_KnownBatch_IsLeftOut(t *testing.T) {
	_, s := storetest.Database(t)
	read(t, s, day)
	require.NoError(t, s.Settlements.NoteRead(ctx, day, "b-1"))
	fresh, err := s.Settlements.SkipRead(ctx, []string{"b-2", "b-1", "b-3"})
	require.NoError(t, err)
	require.Equal(t, []string{"b-2", "b-3"}, fresh)
	require.Error(t, s.Settlements.NoteRead(ctx, day, "b-1"), "two runs at once read it once")
	none, err := s.Settlements.SkipRead(ctx, nil)
	require.NoError(t, err)
	require.Empty(t, none)
}

// A payment near midnight may be in the file of the next day, so that none is missing before that one is read.
func TestListUntold_BothFilesRead_ShowsTheRest(t *testing.T) {
	db, s := storetest.Database(t)
	for _, payment := range []string{"p-1", "p-2", "p-3"} {
		booked(t, s, payment)
	}
	moves := func(payment string, to time.Time) {
		storetest.Fill(t, db, fmt.Sprintf("UPDATE ledger_operations SET at = '%s' WHERE key = 'charge:%s'", to.Format(time.RFC3339), payment))
	}
	moves("p-1", at)
	moves("p-2", at)
	moves("p-3", at.AddDate(0, 0, 1))
	untold := func() (payments []string) {
		found, err := s.Settlements.ListUntold(ctx, day, 1)
		require.NoError(t, err)
		for _, b := range found {
			payments = append(payments, b.PaymentID)
		}
		return payments
	}
	read(t, s, day)
	require.NoError(t, s.Settlements.Tell(ctx, day, day, []settlement.Line{line("p-1")}, true))
	require.Empty(t, untold())
	read(t, s, nextDay)
	require.Equal(t, []string{"p-2"}, untold())
	found, err := s.Settlements.ListBooked(ctx, []settlement.Line{line("p-2"), line("p-9")})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.EqualValues(t, 5000, found[line("p-2").Ref].Amount)
}

func TestHold_Repeated_HoldsOnce(t *testing.T) {
	_, s := storetest.Database(t)
	read(t, s, day)
	theirs := line("p-1")
	found := []settlement.Difference{{Kind: settlement.Unknown, Ref: theirs.Ref, Theirs: &theirs}, {Kind: settlement.BrokenFile, Reason: "trailer"}}
	for _, want := range []int{2, 0} {
		held, err := s.Settlements.Hold(ctx, day, found)
		require.NoError(t, err)
		require.Equal(t, want, held)
	}
	none, err := s.Settlements.Hold(ctx, day, nil)
	require.NoError(t, err)
	require.Zero(t, none)
	items, err := s.Settlements.Items(ctx, settlement.Held, nil, 1)
	require.NoError(t, err)
	require.Len(t, items, 2)
	second, err := s.Settlements.Items(ctx, settlement.Held, &tx.Place{At: items[0].FoundAt, ID: items[0].ID}, 1)
	require.NoError(t, err)
	require.Equal(t, items[1:], second)
	files, err := s.Settlements.Files(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, 2, files[0].Held)
	_, known, err := s.Settlements.Item(ctx, storetest.NewID())
	require.NoError(t, err)
	require.False(t, known)

	by, err := s.Users.Register(ctx, user.User{Email: "support@selfcare.example", PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	decided := items[0]
	decided.State, decided.Action, decided.Note, decided.ResolvedBy, decided.ResolvedAt = settlement.Resolved, settlement.Accept, "theirs is right", by.ID, at
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Settlements.Resolve(ctx, decided)) })
	stored, _, err := s.Settlements.Item(ctx, decided.ID)
	require.NoError(t, err)
	require.Equal(t, []any{settlement.Resolved, settlement.Accept, by.ID}, []any{stored.State, stored.Action, stored.ResolvedBy})
	again, err := s.Settlements.Hold(ctx, day, found)
	require.NoError(t, err)
	require.Zero(t, again, "a decision stays")
}

func TestSettlements_ManyMovements_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db,
		"INSERT INTO settlement_files (day, state, sha256, read_at) SELECT day, 'read', 'x', now() FROM generate_series('2026-01-01'::date, '2026-12-31'::date, interval '1 day') AS day",
		`INSERT INTO ledger_operations (key, subject, kind, at) SELECT 'charge:p-' || n, gen_random_uuid(), 'charge', '2026-01-01'::timestamptz + n * interval '1 hour' FROM generate_series(1, 5000) AS n`,
		`INSERT INTO ledger_lines (operation, n, account, amount) SELECT key, 1, 'payment-provider', 5000 FROM ledger_operations`,
		`INSERT INTO settlement_lines (payment_id, type, day, batch, n, provider_ref, amount, fee, vat, captured_at, settled_on, agreed)
		SELECT 'p-' || n, 'payment', '2026-02-01', 'b', n, 'r', 5000, 0, 0, now(), '2026-02-01', true FROM generate_series(1, 5000) AS n`)
	some := []settlement.Line{line("p-1"), line("p-2")}
	storetest.RequireIndexed(t, db, map[string]func() error{
		"booked":  func() error { return storetest.TakeError(s.Settlements.ListBooked(ctx, some)) },
		"told":    func() error { return storetest.TakeError(s.Settlements.ListTold(ctx, some)) },
		"untold":  func() error { return storetest.TakeError(s.Settlements.ListUntold(ctx, "2026-03-01", 8)) },
		"batches": func() error { return storetest.TakeError(s.Settlements.SkipRead(ctx, []string{"b-1", "b-2"})) },
		"files":   func() error { return storetest.TakeError(s.Settlements.Files(ctx, 1)) },
		"items":   func() error { return storetest.TakeError(s.Settlements.Items(ctx, settlement.Held, nil, 1)) },
	})
}
