package settlement_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

const (
	heading = "merchant_reference,provider_reference,type,amount,fee,vat_on_fee,captured_at,settled_on\n"
	paid    = "pay-1,ch_1,payment,172.50,2.73,0.41,2026-11-25T10:00:00+03:00,2026-11-27\n"
	back    = "pay-2,re_2,refund,100.00,0.00,0.00,2026-11-25T23:59:59+03:00,2026-11-27\n"
	trailer = "TRAILER,2026-11-25,2,172.50,100.00,2.73,0.41\n"
	today   = "2026-11-25"
)

func TestReadFile_EachTransaction_Read(t *testing.T) {
	f, err := settlement.ReadFile(today, []byte(heading+paid+back+trailer))
	require.NoError(t, err)
	require.Empty(t, f.Unread)
	require.Equal(t, settlement.Sums{Count: 2, Payments: 17250, Refunds: 10000, Fees: 273, VAT: 41}, f.Sums)
	require.Len(t, f.Lines, 2)
	first := f.Lines[0]
	require.True(t, first.CapturedAt.Equal(time.Date(2026, 11, 25, 7, 0, 0, 0, time.UTC)))
	first.CapturedAt = time.Time{}
	require.Equal(t, settlement.Line{
		Ref: settlement.Ref{PaymentID: "pay-1", Type: settlement.Payment}, Number: 2, ProviderRef: "ch_1", Amount: 17250, Fee: 273, VAT: 41, SettledOn: "2026-11-27",
	}, first)
	require.Equal(t, settlement.Ref{PaymentID: "pay-2", Type: settlement.Refund}, f.Lines[1].Ref)
}

// A bank may write its files on Windows.
func TestReadFile_WindowsText_HasSameLines(t *testing.T) {
	const file = heading + paid + back + trailer
	want, err := settlement.ReadFile(today, []byte(file))
	require.NoError(t, err)
	windows := strings.ReplaceAll(file, "\n", "\r\n")
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(windows)
	require.NoError(t, err)
	for name, content := range map[string]string{
		"CRLF": windows + "\r\n\r\n", "BOM": "\ufeff" + file, "Ctrl-Z": file + "\x1a", "Ctrl-Z on a line": windows + "\x1a\r\n",
		"Ctrl-Z without an end": strings.TrimSuffix(windows, "\r\n") + "\x1a", "all": "\ufeff" + windows + "\r\n\x1a", "UTF-16": utf16,
		"blanks at the ends": strings.ReplaceAll(file, "\n", "  \r\n"),
	} {
		got, err := settlement.ReadFile(today, []byte(content))
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
}

func TestReadFile_NoTransactions_HasNoLines(t *testing.T) {
	f, err := settlement.ReadFile(today, []byte(heading+"TRAILER,2026-11-25,0,0.00,0.00,0.00,0.00"))
	require.NoError(t, err)
	require.Empty(t, f.Lines)
}

func TestReadFile_UnreadableLine_IsNumbered(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(paid, old, new, 1) }
	for name, line := range map[string]string{
		"unknown type":          change("payment", "chargeback"),
		"negative amount":       change("172.50", "-172.50"),
		"nothing moved":         change("172.50", "0.00"),
		"one decimal":           change("172.50", "172.5"),
		"thousands":             change("172.50", "\"1,172.50\""),
		"too much to add up":    change("172.50", "1000000000.00"),
		"no number":             change("2.73", "n/a"),
		"no reference":          change("pay-1", ""),
		"words as reference":    change("pay-1", "Noura Al Qahtani"),
		"provider without name": change("ch_1", ""),
		"time without zone":     change("2026-11-25T10:00:00+03:00", "2026-11-25 10:00"),
		"impossible year":       change("2026-11-25T", "0000-11-25T"),
		"impossible day":        change("2026-11-27", "2026-13-27"),
		"a field too few":       change(",2026-11-27", ""),
		"a field too many":      change("2026-11-27", "2026-11-27,more"),
		"a quote left open":     "\"" + paid,
		"nothing but a comma":   ",\n",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := settlement.ReadFile(today, []byte(heading+line+back+trailer))
			require.NoError(t, err, "the other lines count all the same")
			require.Equal(t, []int{2}, f.Unread)
			require.Len(t, f.Lines, 1)
			require.Equal(t, 2, f.Sums.Count)
		})
	}
}

func TestReadFile_BrokenFile_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		content string
		why     error
		reason  string
	}{
		"empty":                 {"", settlement.ErrHeading, "heading"},
		"another heading":       {strings.Replace(heading, "fee", "cost", 1) + paid + back + trailer, settlement.ErrHeading, "heading"},
		"cut in the middle":     {(heading + paid + back + trailer)[:200], settlement.ErrTrailer, "trailer"},
		"a line after the end":  {heading + back + trailer + paid, settlement.ErrTrailer, "trailer"},
		"trailer without sums":  {heading + paid + back + "TRAILER,2026-11-25,2\n", settlement.ErrTrailer, "trailer"},
		"trailer of words":      {heading + paid + back + "TRAILER,2026-11-25,two,172.50,100.00,2.73,0.41\n", settlement.ErrTrailer, "trailer"},
		"trailer of no amounts": {heading + paid + back + "TRAILER,2026-11-25,2,172.50,100,2.73,0.41\n", settlement.ErrTrailer, "trailer"},
		"of another day":        {heading + paid + back + strings.Replace(trailer, "-25", "-24", 1), settlement.ErrDay, "day"},
		"a line too few":        {heading + paid + trailer, settlement.ErrCount, "count"},
		"a line too many":       {heading + paid + back + back + trailer, settlement.ErrCount, "count"},
		"other payments":        {heading + paid + back + strings.Replace(trailer, "172.50", "172.51", 1), settlement.ErrSums, "sums"},
		"other refunds":         {heading + paid + back + strings.Replace(trailer, "100.00", "100.01", 1), settlement.ErrSums, "sums"},
		"other fees":            {heading + paid + back + strings.Replace(trailer, "2.73", "2.74", 1), settlement.ErrSums, "sums"},
		"other VAT":             {heading + paid + back + strings.Replace(trailer, "0.41", "0.42", 1), settlement.ErrSums, "sums"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := settlement.ReadFile(today, []byte(tt.content))
			require.ErrorIs(t, err, tt.why)
			require.Equal(t, tt.reason, settlement.Reason(err))
		})
	}
	require.Empty(t, settlement.Reason(contract.Refuse(contract.FailInternal)))
}

func FuzzReadFile(f *testing.F) {
	for _, content := range []string{"", heading, heading + paid + back + trailer, heading + trailer, heading + "\"\n" + trailer, heading + paid + "TRAILER"} {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content string) {
		file, err := settlement.ReadFile(today, []byte(content))
		if err != nil {
			require.NotEmpty(t, settlement.Reason(err), err)
			return
		}
		require.Equal(t, file.Sums.Count, len(file.Lines)+len(file.Unread))
		for _, line := range file.Lines {
			require.Positive(t, line.Amount)
			require.GreaterOrEqual(t, line.Fee, contract.Halalas(0))
		}
	})
}
