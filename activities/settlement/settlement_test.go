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

// of is a line of a payment that was booked at a time, with the agreed fee.
func of(kind settlement.Type, payment string, amount contract.Halalas, at time.Time) settlement.Line {
	line := settlement.Line{Ref: settlement.Ref{PaymentID: payment, Type: kind}, Amount: amount, CapturedAt: at}
	if kind == settlement.Payment {
		line.Fee, line.VAT = 350, 53 // a card without a brand, of 100 riyals
	}
	return line
}

func (w *world) reconcilesAll(from, to string) {
	w.t.Helper()
	for day := from; day <= to; {
		w.reconciles(day)
		next, err := settlement.Moved(day, 1)
		require.NoError(w.t, err)
		day = next
	}
}

func TestReconcileDay_BatchOfThreeDays_MatchesByPayment(t *testing.T) {
	monday := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	w := newWorld(t)
	for n, name := range []string{"mon", "tue", "wed", "left-out"} {
		w.booked(name, 10000, monday.AddDate(0, 0, min(n, 2)))
	}
	made := batchesOf{"2026-11-26": {batch("b-1",
		of(settlement.Payment, "mon", 10000, monday), of(settlement.Payment, "tue", 10000, monday.AddDate(0, 0, 1)),
		of(settlement.Payment, "wed", 10000, monday.AddDate(0, 0, 2)), of(settlement.Payment, "stranger", 10000, monday),
	)}}
	w.acts = settlementacts.New(w.Store, made)
	for _, day := range []string{"2026-11-23", "2026-11-24", "2026-11-25"} {
		require.Equal(t, contract.Reconciled{Day: day, Changed: true}, w.reconciles(day), "no batch was made")
	}
	require.Equal(t, contract.Reconciled{Day: "2026-11-26", Lines: 4, Agreed: 3, Held: 1, Changed: true}, w.reconciles("2026-11-26"))
	require.Equal(t, map[string]settlement.Kind{"stranger": settlement.Unknown}, w.held())
	settled := w.accounts()
	require.Equal(t, []contract.Halalas{10000, 1050, 159, 28791}, []contract.Halalas{
		settled["payment-provider"], settled["provider-fees"], settled["vat"], settled["bank"],
	}, "the payment that was left out is still owed")

	require.Equal(t, contract.Reconciled{Day: "2026-11-26"}, w.reconciles("2026-11-26"))
	made["2026-11-27"] = made["2026-11-26"]
	require.Equal(t, contract.Reconciled{Day: "2026-11-27", Changed: true}, w.reconciles("2026-11-27"), "the same batch under another day is known")
	require.Equal(t, settled, w.accounts())
	require.Len(t, w.held(), 1)

	w.reconcilesAll("2026-11-28", "2026-12-02")
	require.NotContains(t, w.held(), "left-out", "a batch within eight days may have it")
	w.reconciles("2026-12-03")
	require.Equal(t, map[string]settlement.Kind{"stranger": settlement.Unknown, "left-out": settlement.Missing}, w.held())
}

func TestReconcileDay_VoidFeeAndChargeback_AreHeldOrBooked(t *testing.T) {
	monday := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	w := newWorld(t)
	w.booked("kept", 10000, monday)
	w.booked("voided", 10000, monday)
	w.Exec(`WITH operation AS (INSERT INTO ledger_operations (key, subject, kind, at) VALUES ('refund:voided', ?0, 'refund', ?1))
		INSERT INTO ledger_lines (operation, n, account, amount) VALUES ('refund:voided', 1, 'payment-provider', -10000), ('refund:voided', 2, 'customer', 10000)`,
		w.order.ID, monday.Add(time.Hour))
	months := monday.AddDate(0, 5, 0)
	w.acts = settlementacts.New(w.Store, batchesOf{
		"2026-11-26": {batch("b-1",
			of(settlement.Payment, "kept", 10000, monday), of(settlement.Payment, "voided", 10000, monday),
			of(settlement.Void, "voided", 10000, monday.Add(time.Hour)),
			settlement.Line{Ref: settlement.Ref{Type: settlement.Fee}, Amount: 46, Fee: 40, VAT: 6, CapturedAt: monday},
		)},
		"2027-04-26": {batch("b-2",
			of(settlement.Chargeback, "kept", 10000, months),
			settlement.Line{Ref: settlement.Ref{PaymentID: "kept", Type: settlement.Fee}, Amount: 23000, Fee: 20000, VAT: 3000, CapturedAt: months},
		)},
	})
	require.Equal(t, contract.Reconciled{Day: "2026-11-26", Lines: 4, Agreed: 3, Held: 1, Changed: true}, w.reconciles("2026-11-26"))
	require.Equal(t, map[string]settlement.Kind{"": settlement.SeparateFee}, w.held())
	require.Zero(t, w.accounts()["payment-provider"])
	before := w.accounts()

	require.Equal(t, contract.Reconciled{Day: "2027-04-26", Lines: 2, Held: 2, Changed: true}, w.reconciles("2027-04-26"))
	require.Equal(t, before, w.accounts(), "a person decides")
	items, err := w.Store.Settlements.Items(t.Context(), settlement.Held, nil, 1)
	require.NoError(t, err)
	kinds := map[settlement.Kind]contract.Halalas{}
	for _, item := range items {
		kinds[item.Kind] += item.Theirs.Amount
	}
	require.Equal(t, map[settlement.Kind]contract.Halalas{settlement.ChargedBack: 10000, settlement.SeparateFee: 23046}, kinds)
	files, err := w.Store.Settlements.Files(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, settlement.Sums{Count: 2, Chargebacks: 10000, Fees: 20000, VAT: 3000}, files[0].Sums)
	require.Equal(t, settlement.Sums{Count: 4, Payments: 20000, Refunds: 10000, Fees: 740, VAT: 112}, files[1].Sums)
}

func TestReconcileDay_PageFails_NothingIsBooked(t *testing.T) {
	monday := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	w := newWorld(t)
	w.booked("p-1", 10000, monday)
	whole, cut := batch("b-1", of(settlement.Payment, "p-1", 10000, monday)), settlement.Batch{ID: "b-2"}
	made := batchesOf{"2026-11-26": {whole, cut}}
	w.acts = settlementacts.New(w.Store, made)
	before := w.accounts()
	_, err := w.acts.ReconcileDay(t.Context(), "2026-11-26")
	fixture.RequireRetry(t, err)
	require.Equal(t, before, w.accounts())
	made["2026-11-26"][1] = batch("b-2", of(settlement.Payment, "p-1", 10000, monday))
	require.Equal(t, contract.Reconciled{Day: "2026-11-26", Lines: 2, Agreed: 1, Held: 1, Changed: true}, w.reconciles("2026-11-26"))
	require.Equal(t, map[string]settlement.Kind{"p-1": settlement.Duplicate}, w.held(), "two batches of a day name it")
}

func TestReconcileDay_BrokenBatch_HoldsItsDay(t *testing.T) {
	monday := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	w := newWorld(t)
	w.booked("p-1", 10000, monday)
	made := batchesOf{"2026-11-26": {batch("b-1", of(settlement.Payment, "p-1", 10000, monday)), {ID: "b-2", Broken: "sums", SHA256: []byte("x")}}}
	w.acts = settlementacts.New(w.Store, made)
	before := w.accounts()
	require.Equal(t, contract.Reconciled{Day: "2026-11-26", Held: 1, Changed: true}, w.reconciles("2026-11-26"))
	require.Equal(t, contract.Reconciled{Day: "2026-11-26"}, w.reconciles("2026-11-26"), "it is still the same")
	require.Equal(t, before, w.accounts())
	made["2026-11-26"][1] = batch("b-2")
	require.Equal(t, contract.Reconciled{Day: "2026-11-26", Lines: 1, Agreed: 1, Changed: true}, w.reconciles("2026-11-26"))
}
