package settlement_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

var (
	terms = settlement.Terms{MadaBasisPoints: 100, CardBasisPoints: 250, Fixed: 100, VATPercent: 15}
	noon  = time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	one   = settlement.Ref{PaymentID: "pay-1", Type: settlement.Payment}
)

// asBooked is a booked movement and a line that agrees with it.
func asBooked() (settlement.Booked, settlement.Line) {
	return settlement.Booked{Ref: one, Amount: 17250, Brand: "MADA", At: noon},
		settlement.Line{Ref: one, Number: 2, Amount: 17250, Fee: 273, VAT: 41, CapturedAt: noon}
}

func TestCompare_EachDifference_IsFound(t *testing.T) {
	type world struct {
		ours  settlement.Booked
		lines []settlement.Line
		known settlement.Known
	}
	for name, tt := range map[string]struct {
		change func(w *world)
		want   []settlement.Kind
	}{
		"nothing":                    {func(*world) {}, nil},
		"not in our books":           {func(w *world) { w.lines[0].PaymentID = "pay-2" }, []settlement.Kind{settlement.Unknown}},
		"given back, and only taken": {func(w *world) { w.lines[0].Type = settlement.Refund }, []settlement.Kind{settlement.Unknown}},
		"a halala less":              {func(w *world) { w.lines[0].Amount-- }, []settlement.Kind{settlement.OtherAmount}},
		"a day apart to the second":  {func(w *world) { w.lines[0].CapturedAt = noon.Add(24 * time.Hour) }, nil},
		"more than a day after":      {func(w *world) { w.lines[0].CapturedAt = noon.Add(24*time.Hour + 1) }, []settlement.Kind{settlement.OtherDate}},
		"more than a day before":     {func(w *world) { w.lines[0].CapturedAt = noon.Add(-24*time.Hour - 1) }, []settlement.Kind{settlement.OtherDate}},
		"a fee of another card":      {func(w *world) { w.lines[0].Fee = 531 }, []settlement.Kind{settlement.OtherFee}},
		"other VAT on the fee":       {func(w *world) { w.lines[0].VAT++ }, []settlement.Kind{settlement.OtherFee}},
		"told twice":                 {func(w *world) { w.lines = append(w.lines, w.lines[0]) }, []settlement.Kind{settlement.Duplicate}},
		"told by an earlier file":    {func(w *world) { w.known.Told = map[settlement.Ref]bool{one: true} }, []settlement.Kind{settlement.Duplicate}},
		"a chargeback, months later": {func(w *world) {
			w.lines[0].Type, w.lines[0].CapturedAt, w.lines[0].Fee = settlement.Chargeback, noon.AddDate(0, 5, 0), 0
		}, []settlement.Kind{settlement.ChargedBack}},
		"a chargeback told before": {func(w *world) {
			w.lines[0].Type = settlement.Chargeback
			w.known.Told = map[settlement.Ref]bool{{PaymentID: "pay-1", Type: settlement.Chargeback}: true}
		}, []settlement.Kind{settlement.Duplicate}},
		"a chargeback of no payment": {func(w *world) { w.lines[0].Ref = settlement.Ref{PaymentID: "pay-2", Type: settlement.Chargeback} }, []settlement.Kind{settlement.Unknown}},
		"a fee of its own":           {func(w *world) { w.lines[0].Type = settlement.Fee }, []settlement.Kind{settlement.SeparateFee}},
		"two fees without a payment": {func(w *world) {
			w.lines[0].Ref = settlement.Ref{Type: settlement.Fee}
			w.lines = append(w.lines, w.lines[0])
		}, []settlement.Kind{settlement.SeparateFee, settlement.SeparateFee}},
		"a void of our refund": {func(w *world) {
			w.ours.Type, w.lines[0].Type, w.lines[0].Fee, w.lines[0].VAT = settlement.Refund, settlement.Void, 0, 0
		}, nil},
		"a void and a refund": {func(w *world) {
			w.ours.Type, w.lines[0].Type, w.lines[0].Fee, w.lines[0].VAT = settlement.Refund, settlement.Void, 0, 0
			w.lines = append(w.lines, w.lines[0])
			w.lines[1].Type = settlement.Refund
		}, []settlement.Kind{settlement.Duplicate}},
		"a void of a payment that stands": {func(w *world) { w.lines[0].Type = settlement.Void }, []settlement.Kind{settlement.Unknown}},
		"two at once: the graver one":     {func(w *world) { w.lines[0].Amount, w.lines[0].Fee = 1, 1 }, []settlement.Kind{settlement.OtherAmount}},
	} {
		t.Run(name, func(t *testing.T) {
			ours, line := asBooked()
			w := world{ours: ours, lines: []settlement.Line{line}, known: settlement.Known{Terms: terms}}
			tt.change(&w)
			w.known.Booked = map[settlement.Ref]settlement.Booked{w.ours.Ref: w.ours}
			agreed, differences := settlement.Compare(settlement.Batch{Lines: w.lines}, w.known)
			var kinds []settlement.Kind
			for _, d := range differences {
				kinds = append(kinds, d.Kind)
				require.NotNil(t, d.Theirs)
			}
			require.Equal(t, tt.want, kinds)
			require.Len(t, agreed, len(w.lines)-len(tt.want))
		})
	}
}

func TestCompare_UnreadableLines_AreReported(t *testing.T) {
	_, differences := settlement.Compare(settlement.Batch{ID: "b-1", Unread: []int{3, 7}}, settlement.Known{})
	require.Equal(t, []settlement.Difference{
		{Kind: settlement.Unreadable, Batch: "b-1", Number: 3}, {Kind: settlement.Unreadable, Batch: "b-1", Number: 7},
	}, differences)
}

func TestCompare_OtherFee_HasBothSides(t *testing.T) {
	ours, line := asBooked()
	line.Fee = 300
	_, differences := settlement.Compare(settlement.Batch{Lines: []settlement.Line{line}}, settlement.Known{Booked: map[settlement.Ref]settlement.Booked{one: ours}, Terms: terms})
	require.Equal(t, []settlement.Difference{{
		Kind: settlement.OtherFee, Ref: one, Number: 2, Theirs: &line, Ours: &ours, Fee: 273, VAT: 41,
	}}, differences)
}

func TestUntold_BookedPayment_IsMissing(t *testing.T) {
	ours, _ := asBooked()
	require.Equal(t, []settlement.Difference{{Kind: settlement.Missing, Ref: one, Ours: &ours}}, settlement.MissingInFile([]settlement.Booked{ours}))
	require.Empty(t, settlement.MissingInFile(nil))
}

func TestFee_EachBrand_HasItsAgreedFee(t *testing.T) {
	for name, tt := range map[string]struct {
		booked   settlement.Booked
		fee, vat contract.Halalas
	}{
		"a mada card":                 {settlement.Booked{Ref: one, Amount: 17250, Brand: "MADA"}, 273, 41},
		"any other card":              {settlement.Booked{Ref: one, Amount: 17250, Brand: "VISA"}, 531, 80},
		"half a halala counts as one": {settlement.Booked{Ref: one, Amount: 50, Brand: "MADA"}, 101, 15},
		"less than half as none":      {settlement.Booked{Ref: one, Amount: 49, Brand: "MADA"}, 100, 15},
		"a refund costs nothing":      {settlement.Booked{Ref: settlement.Ref{PaymentID: "pay-1", Type: settlement.Refund}, Amount: 17250, Brand: "VISA"}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			fee, vat := terms.Fee(tt.booked)
			require.Equal(t, []contract.Halalas{tt.fee, tt.vat}, []contract.Halalas{fee, vat})
		})
	}
}

func TestLinesToBook_AcceptedLine_IsBooked(t *testing.T) {
	ours, line := asBooked()
	item := settlement.Item{Difference: settlement.Difference{Theirs: &line, Ours: &ours}}
	require.Equal(t, []settlement.Line{line}, item.LinesToBook(settlement.Accept))
	require.Empty(t, item.LinesToBook(settlement.BookedByHand))
	item.Theirs = nil
	require.Empty(t, item.LinesToBook(settlement.Accept), "the provider says nothing of it")
}

func TestDays_Midnight_IsThatOfRiyadh(t *testing.T) {
	require.Equal(t, "2026-11-26", settlement.DayOf(time.Date(2026, 11, 25, 21, 0, 0, 0, time.UTC)))
	require.Equal(t, "2026-11-25", settlement.DayOf(time.Date(2026, 11, 25, 20, 59, 59, 0, time.UTC)))
	from, until, err := settlement.Bounds("2026-11-25")
	require.NoError(t, err)
	require.Equal(t, []time.Time{time.Date(2026, 11, 24, 21, 0, 0, 0, time.UTC), time.Date(2026, 11, 25, 21, 0, 0, 0, time.UTC)}, []time.Time{from.UTC(), until.UTC()})
	next, err := settlement.Moved("2026-12-31", 1)
	require.NoError(t, err)
	require.Equal(t, "2027-01-01", next)
	_, err = settlement.Moved("31.12.2026", 1)
	require.Error(t, err)
}
