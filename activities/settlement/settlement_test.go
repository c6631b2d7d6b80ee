package settlement_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	settlementacts "selfcare/activities/settlement"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	settlementstore "selfcare/internal/store/settlement"
)

func TestReconcileDay_AgreedLines_AreBookedOnce(t *testing.T) {
	w := newWorld(t)
	w.pays("p1", cardMada)
	w.pays("p2", cardVisa)
	w.paysBack(w.pays("p3", cardMada))
	each := w.order.Price.Total
	require.Equal(t, 2*each, w.accounts()["payment-provider"], "it owes us two of three")

	require.Equal(t, contract.Reconciled{Day: w.today, Lines: 4, Agreed: 4, Changed: true}, w.reconciles(w.today))
	require.Empty(t, w.held())
	settled := w.accounts()
	terms := settlement.Terms{MadaBasisPoints: 100, CardBasisPoints: 250, Fixed: 100, VATPercent: 15}
	var fees, vat contract.Halalas
	for _, brand := range []string{"MADA", "VISA", "MADA"} {
		fee, onFee := terms.Fee(settlement.Booked{Ref: settlement.Ref{Type: settlement.Payment}, Amount: each, Brand: brand})
		fees, vat = fees+fee, vat+onFee
	}
	require.Equal(t, map[string]contract.Halalas{
		"payment-provider": 0, "provider-fees": fees, "vat": vat, "bank": 2*each - fees - vat, "customer": -2 * each,
	}, settled)

	require.Equal(t, contract.Reconciled{Day: w.today}, w.reconciles(w.today), "a day again changes nothing")
	w.reconciles(w.tomorrow())
	require.Empty(t, w.held())
	require.Equal(t, settled, w.accounts())
}

func TestReconcileDay_EachDifference_IsFound(t *testing.T) {
	w := newWorld(t)
	planted := map[string]settlement.Kind{"unheard-of-" + w.today: settlement.Unknown, "": settlement.Unreadable}
	for as, kind := range map[string]settlement.Kind{
		"missing": settlement.Missing, "other-amount": settlement.OtherAmount, "other-date": settlement.OtherDate,
		"other-fee": settlement.OtherFee, "duplicate": settlement.Duplicate,
	} {
		id := w.pays(as, cardMada)
		w.misstates("charges/"+id, as)
		planted[id] = kind
	}
	w.pays("right", cardVisa)
	w.misstates("settlements/"+w.today, "extra")
	w.misstates("settlements/"+w.today, "unknown-line")

	done := w.reconciles(w.today)
	require.Equal(t, contract.Reconciled{Day: w.today, Lines: 8, Agreed: 2, Held: 6, Changed: true}, done)
	require.NotContains(t, w.held(), settlement.Missing, "it may be in the next file")
	each := w.order.Price.Total
	require.Equal(t, 4*each, w.accounts()["payment-provider"], "only what agrees has moved: the right one, and the first of the two")

	w.reconciles(w.tomorrow())
	require.Equal(t, planted, w.held())
	w.reconciles(w.tomorrow())
	require.Equal(t, planted, w.held())
	held, err := w.Store.Figures.CountHeldSettlements(t.Context())
	require.NoError(t, err)
	require.Len(t, held, len(planted))
	require.Equal(t, 1, held[settlement.Missing])
}

func TestReconcileDay_BrokenFile_BooksNothing(t *testing.T) {
	w := newWorld(t)
	w.pays("p1", cardMada)
	before := w.accounts()
	w.misstates("settlements/"+w.today, "broken-trailer")
	require.Equal(t, contract.Reconciled{Day: w.today, Held: 1, Changed: true}, w.reconciles(w.today))
	require.Equal(t, contract.Reconciled{Day: w.today}, w.reconciles(w.today), "it is still the same")
	require.Equal(t, before, w.accounts())
	require.Equal(t, map[string]settlement.Kind{"": settlement.BrokenFile}, w.held())
	w.reconciles(w.tomorrow())
	require.Len(t, w.held(), 1, "what the broken file may have told is not missing")

	w.misstates("settlements/"+w.today, "")
	require.Equal(t, contract.Reconciled{Day: w.today, Lines: 1, Agreed: 1, Changed: true}, w.reconciles(w.today), "another file came")
	require.Zero(t, w.accounts()["payment-provider"])
	require.Equal(t, map[string]settlement.Kind{"": settlement.BrokenFile}, w.held(), "a person has a look all the same")
}

func TestReconcileDay_MissingFile_IsRetried(t *testing.T) {
	w := newWorld(t)
	w.post("/control/payment/scenarios", "", map[string]any{"operation": "settlement", "outcome": "no-file"}, nil)
	_, err := w.acts.ReconcileDay(t.Context(), w.today)
	fixture.RequireRetry(t, err)
	require.True(t, w.reconciles(w.today).Changed)
}

// booked writes a charge of a given moment.
func (w *world) booked(paymentID string, amount contract.Halalas, at time.Time) {
	w.t.Helper()
	w.Exec(`WITH operation AS (INSERT INTO ledger_operations (key, subject, kind, at) VALUES (?0, ?1, 'charge', ?2))
		INSERT INTO ledger_lines (operation, n, account, amount) VALUES (?0, 1, 'payment-provider', ?3), (?0, 2, 'customer', -?3)`,
		"charge:"+paymentID, w.order.ID, at, int64(amount))
}

const (
	heading = "merchant_reference,provider_reference,type,amount,fee,vat_on_fee,captured_at,settled_on\n"
	nothing = "0,0.00,0.00,0.00,0.00\n"
)

func TestReconcileDay_Midnight_NextFile(t *testing.T) {
	from, until, err := settlement.Bounds("2026-11-24")
	require.NoError(t, err)
	files := fileOf{
		"2026-11-24": heading + "TRAILER,2026-11-24," + nothing,
		"2026-11-25": heading + "late,ch_1,payment,100.00,3.50,0.53,2026-11-25T00:00:01+03:00,2026-11-27\nTRAILER,2026-11-25,1,100.00,0.00,3.50,0.53\n",
	}
	for _, order := range [][]string{{"2026-11-24", "2026-11-25"}, {"2026-11-25", "2026-11-24"}} {
		t.Run(order[0]+" first", func(t *testing.T) {
			w := newWorld(t)
			w.acts = settlementacts.New(w.Store, files)
			w.booked("late", 10000, until.Add(-time.Second))
			w.booked("forgotten", 10000, from)
			w.reconciles(order[0])
			require.Empty(t, w.held(), "of the two days only one is known")
			w.reconciles(order[1])
			require.Equal(t, map[string]settlement.Kind{"forgotten": settlement.Missing}, w.held())
		})
	}
}

func TestDueSettlements_MissedDays_StayDue(t *testing.T) {
	w := newWorld(t)
	due := func(year, month, day, hour int) []string {
		days, err := settlementacts.NewDays(w.Store).DueSettlements(t.Context(), fixture.At(time.Date(year, time.Month(month), day, hour, 0, 0, 0, time.UTC)))
		require.NoError(t, err)
		return days
	}
	require.Equal(t, []string{"2026-11-24"}, due(2026, 11, 25, 2), "the first is that of yesterday")
	require.Equal(t, []string{"2026-11-27", "2026-11-26", "2026-11-25", "2026-11-24"}, due(2026, 11, 28, 2), "the workers were away for days")
	w.acts = settlementacts.New(w.Store, fileOf{
		"2026-11-25": heading + "TRAILER,2026-11-25," + nothing,
		"2026-11-26": "nonsense",
	})
	w.reconciles("2026-11-25")
	w.reconciles("2026-11-26")
	require.Equal(t, []string{"2026-11-28", "2026-11-27", "2026-11-26", "2026-11-24"}, due(2026, 11, 28, 21), "in Riyadh it is the 29th, and a broken file may be mended")
	require.Equal(t, []string{"2026-11-28", "2026-11-27", "2026-11-26", "2026-11-24"}, due(2026, 11, 29, 2))
	w.acts = settlementacts.New(w.Store, fileOf{"2026-12-05": heading + "TRAILER,2026-12-05," + nothing})
	w.reconciles("2026-12-05")
	require.Equal(t, []string{"2026-11-30", "2026-11-29"}, due(2026, 12, 1, 2)[:2], "one that was compared by hand before its turn leaves no gap")
	oldest, read, err := w.Store.Figures.SettlementsBehind(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"2026-11-24", "2026-12-05"}, []string{oldest, read})
}

func TestSettlements_EachFile_IsListed(t *testing.T) {
	w := newWorld(t)
	w.pays("p1", cardMada)
	w.misstates("settlements/"+w.today, "extra")
	w.reconciles(w.today)
	files, err := w.Store.Settlements.Files(t.Context(), 1)
	require.NoError(t, err)
	require.Len(t, files, 1)
	f := files[0]
	require.Equal(t, []any{w.today, settlementstore.Read, 2, 1, 1}, []any{f.Day, f.State, f.Lines, f.Agreed, f.Held})
	require.Equal(t, w.order.Price.Total+9900, f.Payments)
	require.False(t, f.ReadAt.IsZero())
}
