package bill_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
)

func riyadh(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, calendar.Riyadh)
}

func TestPeriod_ShortMonth_EndsOnLastDay(t *testing.T) {
	tests := map[string]struct {
		cohort      int
		key         string
		from, until time.Time
	}{
		"in the middle of a month": {15, "2026-11", riyadh(2026, 10, 15, 0), riyadh(2026, 11, 15, 0)},
		"over the year":            {1, "2027-01", riyadh(2026, 12, 1, 0), riyadh(2027, 1, 1, 0)},
		"into February":            {31, "2027-02", riyadh(2027, 1, 31, 0), riyadh(2027, 2, 28, 0)},
		"out of February":          {31, "2027-03", riyadh(2027, 2, 28, 0), riyadh(2027, 3, 31, 0)},
		"of a leap year":           {30, "2028-02", riyadh(2028, 1, 30, 0), riyadh(2028, 2, 29, 0)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := bill.PeriodOf(tt.cohort, tt.key)
			require.NoError(t, err)
			require.True(t, tt.from.Equal(p.From()), p.From())
			require.True(t, tt.until.Equal(p.Until()), p.Until())
			require.Equal(t, tt.key, p.Key())
		})
	}
}

func TestPeriodOf_UnknownMonth_Refused(t *testing.T) {
	for _, tt := range []struct {
		cohort int
		key    string
	}{{0, "2026-11"}, {32, "2026-11"}, {1, "2026-13"}, {1, "final"}, {1, ""}} {
		_, err := bill.PeriodOf(tt.cohort, tt.key)
		require.Error(t, err, tt)
	}
}

// Over two years of days, each cohort has each month once, and its periods follow each other without a gap.
func TestEndingOn_TwoYears_HasNoGap(t *testing.T) {
	last, count := map[int]bill.Period{}, map[int]int{}
	for day := riyadh(2027, 1, 1, 3); day.Before(riyadh(2029, 1, 1, 0)); day = day.AddDate(0, 0, 1) {
		for _, p := range bill.EndingOn(day) {
			require.True(t, p.Until().Equal(riyadh(day.Year(), day.Month(), day.Day(), 0)))
			if before, known := last[p.Cohort]; known {
				require.True(t, before.Until().Equal(p.From()), "cohort %d", p.Cohort)
			}
			last[p.Cohort] = p
			count[p.Cohort]++
		}
	}
	for cohort := 1; cohort <= 31; cohort++ {
		require.Equal(t, 24, count[cohort], "cohort %d", cohort)
	}
}

func TestCohortOf_NearMidnight_IsRiyadhDay(t *testing.T) {
	require.Equal(t, 15, bill.CohortOf(riyadh(2026, 11, 15, 13)))
	require.Equal(t, 16, bill.CohortOf(time.Date(2026, 11, 15, 21, 0, 0, 0, time.UTC)), "midnight in Riyadh")
}

func TestRated_EachCharge_IsALineWithVAT(t *testing.T) {
	from, until := riyadh(2026, 11, 15, 0), riyadh(2026, 12, 15, 0)
	charge := func(item string, amount contract.Halalas, usage bool) bill.Charge {
		return bill.Charge{Item: item, Usage: usage, Quantity: 1, From: from, Until: until, Amount: amount}
	}
	got, any := bill.Rated(bill.Invoice{LineID: "l"}, []bill.Charge{
		charge("local_min", 1150, true), charge("leaving", 10_000, false), charge("commitment", 0, false), charge("multi-sim:b", 1000, false), charge("plan", 20_000, false),
		charge("multi-sim:a", 1000, false),
	}, 15)
	require.True(t, any)
	type row struct {
		n       int
		service bill.Service
		item    string
		net     contract.Halalas
		vat     contract.Halalas
		total   contract.Halalas
	}
	var rows []row
	for _, l := range got.Lines {
		rows = append(rows, row{l.N, l.Service, l.Item, l.Net, l.VAT, l.Total})
	}
	require.Equal(t, []row{
		{1, bill.ServicePlan, "plan", 17_391, 2609, 20_000},
		{2, bill.ServiceSIMs, "multi-sim:a", 870, 130, 1000},
		{3, bill.ServiceSIMs, "multi-sim:b", 870, 130, 1000},
		{4, bill.ServiceUsage, "local_min", 1000, 150, 1150},
		{5, bill.ServiceCommitment, "leaving", 8696, 1304, 10_000},
	}, rows)
	require.Equal(t, []contract.Halalas{28_827, 4323, 33_150}, []contract.Halalas{got.Net, got.VAT, got.Total})
	require.Len(t, got.Services(), 4)
	require.Len(t, got.Services()[1].Lines, 2)
}

func TestRated_NothingToBill_IsFalse(t *testing.T) {
	_, any := bill.Rated(bill.Invoice{}, []bill.Charge{{Item: "commitment"}}, 15)
	require.False(t, any)
}

func TestRated_AnyCharges_SumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		charges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bill.Charge {
			return bill.Charge{
				Item:   rapid.SampledFrom([]string{"plan", "multi-sim:x", "leaving", "data"}).Draw(t, "item"),
				Usage:  rapid.Bool().Draw(t, "usage"),
				Amount: contract.Halalas(rapid.Int64Range(0, 100_000_000).Draw(t, "amount")),
			}
		}), 0, 40).Draw(t, "charges")
		percent := rapid.IntRange(0, 100).Draw(t, "percent")
		got, any := bill.Rated(bill.Invoice{}, charges, percent)
		var charged, net, vat, total contract.Halalas
		for _, c := range charges {
			charged += c.Amount
		}
		for n, l := range got.Lines {
			require.Equal(t, n+1, l.N)
			require.Equal(t, l.Total, l.Net+l.VAT)
			require.False(t, l.Net < 0 || l.VAT < 0)
			net, vat, total = net+l.Net, vat+l.VAT, total+l.Total
		}
		require.Equal(t, charged, got.Total)
		require.Equal(t, []contract.Halalas{net, vat, total}, []contract.Halalas{got.Net, got.VAT, got.Total})
		require.Equal(t, got.Total > 0, any)
		var of contract.Halalas
		for _, s := range got.Services() {
			of += s.Total
		}
		require.Equal(t, got.Total, of, "services are the whole")
	})
}

func TestReference_TypingError_Refused(t *testing.T) {
	number := "INV2026-00001234"
	reference := bill.Reference(number)
	require.Len(t, reference, 13)
	read, known := bill.ReadReference(reference)
	require.True(t, known)
	require.Equal(t, number, read)
	for i := range reference {
		mistyped := []byte(reference)
		mistyped[i] = '0' + (mistyped[i]-'0'+1)%10
		_, known := bill.ReadReference(string(mistyped))
		require.False(t, known, "digit %d", i)
	}
	for _, none := range []string{"", "1", "12345678901234", "2026000012x45", "CRN2026-00000001"} {
		_, known := bill.ReadReference(none)
		require.False(t, known, none)
		require.Empty(t, bill.Reference(none))
	}
}

func code(t *testing.T, err error) contract.Code {
	t.Helper()
	var no *contract.Refusal
	if err == nil || !errors.As(err, &no) {
		require.NoError(t, err)
		return ""
	}
	return no.Code
}

func TestStanding_Payments_DecideState(t *testing.T) {
	due := riyadh(2026, 12, 1, 0)
	tests := map[string]struct {
		left, credited contract.Halalas
		now            time.Time
		want           bill.State
		pays           contract.Halalas
		refused        contract.Code
	}{
		"unpaid":                    {1000, 0, due.Add(-1), bill.Issued, 1000, ""},
		"a part is paid":            {400, 0, due.Add(-1), bill.PartPaid, 400, ""},
		"one halala too much":       {400, 0, due.Add(-1), bill.PartPaid, 401, contract.FailInvoiceOverpaid},
		"nothing":                   {400, 0, due.Add(-1), bill.PartPaid, 0, contract.FailAmountZero},
		"due this moment":           {1000, 0, due, bill.Overdue, 1, ""},
		"a part is paid, and late":  {1, 0, due, bill.Overdue, 1, ""},
		"a part is credited":        {400, 600, due.Add(-1), bill.Issued, 400, ""},
		"paid":                      {0, 0, due.Add(1), bill.Paid, 1, contract.FailInvoicePaid},
		"paid, the rest credited":   {0, 600, due.Add(1), bill.Paid, 1, contract.FailInvoicePaid},
		"credited in full":          {0, 1000, due.Add(1), bill.Credited, 1, contract.FailInvoicePaid},
		"part paid, part credited":  {100, 600, due.Add(-1), bill.PartPaid, 100, ""},
		"a payment below zero":      {100, 0, due, bill.Overdue, -1, contract.FailAmountZero},
		"the very last halala left": {1, 0, due.Add(-1), bill.PartPaid, 1, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := bill.Standing{Total: 1000, Left: tt.left, Credited: tt.credited, DueAt: due}
			require.Equal(t, tt.want, s.State(tt.now))
			require.Equal(t, tt.refused, code(t, s.ValidatePayment(tt.pays)))
		})
	}
}

func TestCreditNote_WholeInvoice_HasItsVAT(t *testing.T) {
	i := bill.Invoice{Net: 17_391 + 870 + 870, VAT: 2609 + 130 + 130, Total: 22_000, VATPercent: 15}
	whole, err := i.CreditNote(bill.Standing{Total: 22_000, Left: 22_000}, 22_000)
	require.NoError(t, err)
	require.Equal(t, bill.Credit{Net: i.Net, VAT: i.VAT, Total: 22_000}, whole)
	part, err := i.CreditNote(bill.Standing{Total: 22_000, Left: 5000}, 5000)
	require.NoError(t, err)
	require.Equal(t, bill.Credit{Net: 4348, VAT: 652, Total: 5000}, part)
	for _, amount := range []contract.Halalas{0, -1, 5001} {
		_, err := i.CreditNote(bill.Standing{Total: 22_000, Left: 5000}, amount)
		require.Equal(t, contract.FailInvoiceCredit, code(t, err))
	}
}

func TestCreditNotes_PartsOfABill_HaveItsVAT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := bill.Invoice{VATPercent: 15}
		for _, total := range rapid.SliceOfN(rapid.Int64Range(1, 1_000_000), 1, 12).Draw(t, "lines") {
			vat := money.VATWithin(contract.Halalas(total), 15)
			i.Total, i.VAT = i.Total+contract.Halalas(total), i.VAT+vat
		}
		i.Net = i.Total - i.VAT
		var net, vat contract.Halalas
		for s := (bill.Standing{Total: i.Total, Left: i.Total}); s.Left > 0; {
			amount := contract.Halalas(rapid.Int64Range(1, int64(s.Left)).Draw(t, "part"))
			part, err := i.CreditNote(s, amount)
			if err != nil || part.Net+part.VAT != amount || part.VAT < 0 {
				t.Fatalf("part of %d: %+v %v", amount, part, err)
			}
			net, vat = net+part.Net, vat+part.VAT
			s.Left, s.Credited = s.Left-amount, s.Credited+amount
		}
		if net != i.Net || vat != i.VAT {
			t.Fatalf("parts come to %d and VAT of %d, the bill to %d and %d", net, vat, i.Net, i.VAT)
		}
	})
}

func TestEnded_LookBack_HasEachBillDayOfAMonth(t *testing.T) {
	for day := time.Date(2027, 1, 1, 1, 0, 0, 0, calendar.Riyadh); day.Year() < 2029; day = day.AddDate(0, 0, 1) {
		cohorts, last := map[int]bool{}, time.Time{}
		for _, p := range bill.Ended(day, bill.LookBack) {
			cohorts[p.Cohort] = true
			require.False(t, p.Until().Before(last), "the first one first")
			require.False(t, p.Until().After(day))
			last = p.Until()
		}
		require.Len(t, cohorts, 31, day)
	}
}
