package einvoice_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/storetest"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

const device = "device-1"

// owed records that so many purchases need an invoice, and returns them in the order of their stamps.
func owed(t *testing.T, s *store.Store, number int) []einvoicestore.Waiting {
	t.Helper()
	for range number {
		r := einvoicestore.Receipt{Subject: einvoicestore.Purchase, SubjectID: storetest.NewID(), Kind: einvoice.Invoice, IssuedAt: at}
		for range 2 {
			require.NoError(t, s.EInvoices.Owe(ctx, r))
		}
	}
	waiting, err := s.EInvoices.ToStamp(ctx, whole, 100)
	require.NoError(t, err)
	require.Len(t, waiting, number)
	return waiting
}

// whole is the share of the only device.
var whole = einvoicestore.Share{Of: 1}

// Each device has a chain of its own; together they issue each invoice once, and each sends its own ones.
func TestToStamp_Devices_DivideAll(t *testing.T) {
	_, s := storetest.Database(t)
	const devices = 3
	all, of := owed(t, s, 40), map[string]int{}
	for n := range devices {
		waiting, err := s.EInvoices.ToStamp(ctx, einvoicestore.Share{Number: n, Of: devices}, 100)
		require.NoError(t, err)
		require.NotEmpty(t, waiting)
		for at, w := range waiting {
			require.NotContains(t, of, w.ID)
			of[w.ID] = n
			place, err := s.EInvoices.Next(ctx, fmt.Sprint("device-", n))
			require.NoError(t, err)
			require.EqualValues(t, at+1, place.Counter, "a counter of its own, without a gap")
			made := stamp.Stamped{XML: []byte("<Invoice/>"), Hash: fmt.Sprint(n, " hash of ", place.Counter), Code: "code of " + w.ID}
			require.NoError(t, storetest.Win(s.EInvoices.Stamp(ctx, w.ID, fmt.Sprint("device-", n), place, made)))
		}
	}
	require.Len(t, of, len(all))
	for n := range devices {
		found, err := s.EInvoices.ToSend(ctx, fmt.Sprint("device-", n), 100)
		require.NoError(t, err)
		for _, one := range found {
			require.Equal(t, n, of[one.ID], "the platform knows a document by the certificate of its device")
			delete(of, one.ID)
		}
	}
	require.Empty(t, of)
}

// stamps gives an invoice the next position of the device.
func stamps(s *store.Store, id string) (kept bool, err error) {
	place, err := s.EInvoices.Next(ctx, device)
	if err != nil {
		return false, err
	}
	hash := fmt.Sprint("hash of ", place.Counter)
	return s.EInvoices.Stamp(ctx, id, device, place, stamp.Stamped{XML: []byte("<Invoice/>"), Hash: hash, Code: "code of " + id})
}

// stamped returns the ids of stamped invoices in the order of the chain.
func stamped(t *testing.T, s *store.Store, number int) (ids []string) {
	t.Helper()
	for _, w := range owed(t, s, number) {
		require.NoError(t, storetest.Win(stamps(s, w.ID)))
		ids = append(ids, w.ID)
	}
	return ids
}

func TestStamp_Concurrent_HasOnePosition(t *testing.T) {
	db, s := storetest.Database(t)
	waiting := owed(t, s, 8)
	place, err := s.EInvoices.Next(ctx, device)
	require.NoError(t, err)
	require.Equal(t, einvoice.Place{Counter: 1, Previous: einvoice.FirstHash}, place)
	taken := make([]error, len(waiting))
	winner := storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		kept, err := s.EInvoices.Stamp(ctx, waiting[caller].ID, device, place, stamp.Stamped{XML: []byte("<Invoice/>"), Hash: "h", Code: "c"})
		if taken[caller] = err; err != nil {
			return storetest.ErrLost
		}
		return storetest.Win(kept, nil)
	})
	for caller, err := range taken {
		if caller != winner {
			require.ErrorContains(t, err, "einvoices_device_icv", "the position is taken")
		}
	}
	again, err := s.EInvoices.Stamp(ctx, waiting[winner].ID, device, einvoice.Place{Counter: 2, Previous: "h"}, stamp.Stamped{XML: []byte("<Other/>"), Hash: "i", Code: "d"})
	require.NoError(t, err)
	require.False(t, again, "a stamped invoice keeps its position")
	var positions int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM einvoices WHERE icv IS NOT NULL").Scan(ctx, &positions))
	require.Equal(t, 1, positions)
}

func TestEInvoices_Database_KeepsChain(t *testing.T) {
	db, s := storetest.Database(t)
	stamped(t, s, 2)
	storetest.Exec(t, db, "INSERT INTO einvoices (subject, subject_id, kind, issued_at, due_at) SELECT subject, subject_id, '381', issued_at, due_at FROM einvoices WHERE icv = 1")
	for name, statement := range map[string]string{
		"a gap":                  "UPDATE einvoices SET device = 'd', icv = 2, pih = 'a', hash = 'b', code = 'c', xml = 'c', status = 'pending' WHERE kind = '381'",
		"another hash before":    "UPDATE einvoices SET device = 'device-1', icv = 3, pih = 'a', hash = 'b', code = 'c', xml = 'c', status = 'pending' WHERE kind = '381'",
		"a place that is taken":  "UPDATE einvoices SET device = 'device-1', icv = 2, pih = (SELECT hash FROM einvoices WHERE icv = 1), hash = 'b', code = 'c', xml = 'c', status = 'pending' WHERE kind = '381'",
		"a first one of its own": "UPDATE einvoices SET device = 'd', icv = 1, pih = 'a', hash = 'b', code = 'c', xml = 'c', status = 'pending' WHERE kind = '381'",
		"a change afterwards":    "UPDATE einvoices SET xml = 'other' WHERE icv = 2",
		"an end of it":           "DELETE FROM einvoices WHERE icv = 2",
		"no status for a place":  "UPDATE einvoices SET status = 'due', done_at = NULL WHERE icv = 2",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.NewRaw(statement).Exec(ctx)
			require.Error(t, err)
		})
	}
}

func TestToSend_Concurrent_ClaimsEachOnce(t *testing.T) {
	db, s := storetest.Database(t)
	ids := stamped(t, s, 10)
	sent := make(chan string, 100)
	storetest.RequireWins(t, 8, nil, func(int) error {
		found, err := s.EInvoices.ToSend(ctx, device, 1)
		for _, e := range found {
			sent <- e.ID
		}
		return err
	})
	found, err := s.EInvoices.ToSend(ctx, device, 100)
	require.NoError(t, err)
	for _, e := range found {
		require.Equal(t, "<Invoice/>", string(e.XML))
		sent <- e.ID
	}
	close(sent)
	once := map[string]bool{}
	for id := range sent {
		require.False(t, once[id], "it was claimed twice")
		once[id] = true
	}
	require.Len(t, once, 10)

	storetest.Exec(t, db, "UPDATE einvoices SET next_at = now() - interval '1 second'")
	found, err = s.EInvoices.ToSend(ctx, device, 100)
	require.NoError(t, err)
	for n, e := range found {
		require.Equal(t, []any{ids[n], 2}, []any{e.ID, e.Attempts}, "a lost claim comes back, in the order of the chain")
	}
}

func TestEInvoices_LateResult_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	id := stamped(t, s, 1)[0]
	status := func() (now string) {
		require.NoError(t, db.NewRaw("SELECT status || ' ' || coalesce(failure, '') FROM einvoices").Scan(ctx, &now))
		return now
	}
	require.NoError(t, s.EInvoices.Hold(ctx, id, "rule", []string{"BR-1"}))
	require.Equal(t, "pending ", status(), "it has its position")
	require.NoError(t, s.EInvoices.Postpone(ctx, id, "timeout", time.Hour, 1))
	found, err := s.EInvoices.ToSend(ctx, device, 10)
	require.NoError(t, err)
	require.Empty(t, found)
	require.NoError(t, s.EInvoices.NoteTaken(ctx, id, einvoicestore.Reported, []string{"W-1"}, nil))
	require.NoError(t, s.EInvoices.Reject(ctx, id, "late", []string{"BR-2"}))
	require.NoError(t, s.EInvoices.Postpone(ctx, id, "late", time.Hour, 1))
	require.Equal(t, "reported ", status())
}

func TestHold_Owed_ComesBackLater(t *testing.T) {
	db, s := storetest.Database(t)
	w := owed(t, s, 1)[0]
	require.NoError(t, s.EInvoices.Hold(ctx, w.ID, "no receipt", []string{"BR-1"}))
	waiting, err := s.EInvoices.ToStamp(ctx, whole, 10)
	require.NoError(t, err)
	require.Empty(t, waiting)
	trouble, err := s.EInvoices.Trouble(ctx)
	require.NoError(t, err)
	require.Equal(t, einvoicestore.Trouble{Held: 1}, trouble)
	code, err := s.EInvoices.Code(ctx, w.Subject, w.SubjectID, w.Kind)
	require.NoError(t, err)
	require.Empty(t, code)
	storetest.Exec(t, db, "UPDATE einvoices SET next_at = now(), due_at = now() - interval '1 second'")
	trouble, err = s.EInvoices.Trouble(ctx)
	require.NoError(t, err)
	require.Equal(t, einvoicestore.Trouble{Held: 1, Late: 1}, trouble)
	require.NoError(t, storetest.Win(stamps(s, w.ID)))
	code, err = s.EInvoices.Code(ctx, w.Subject, w.SubjectID, w.Kind)
	require.NoError(t, err)
	require.Equal(t, "code of "+w.ID, code)
}

func TestEInvoices_ManyReported_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO einvoices (subject, subject_id, kind, status, issued_at, due_at, device, icv, pih, hash, code, xml, done_at)
		SELECT 'purchase', gen_random_uuid(), '388', 'reported', now(), now(), 'device-1', n, CASE n WHEN 1 THEN '`+einvoice.FirstHash+`' ELSE 'h' || n - 1 END, 'h' || n, 'c', 'x', now()
		FROM generate_series(1, 5000) AS n`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"to stamp": func() error { return storetest.TakeError(s.EInvoices.ToStamp(ctx, whole, 100)) },
		"to send":  func() error { return storetest.TakeError(s.EInvoices.ToSend(ctx, device, 100)) },
		"next":     func() error { return storetest.TakeError(s.EInvoices.Next(ctx, device)) },
		"code": func() error {
			return storetest.TakeError(s.EInvoices.Code(ctx, einvoicestore.Purchase, storetest.NewID(), einvoice.Invoice))
		},
		"trouble": func() error { return storetest.TakeError(s.EInvoices.Trouble(ctx)) },
	})
}
