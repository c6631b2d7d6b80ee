package receiptpdf_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/pdftext"
	"selfcare/internal/receiptpdf"
)

var issued = time.Date(2026, time.November, 20, 9, 5, 0, 0, time.UTC)

func english() receiptpdf.Document {
	return receiptpdf.Document{
		Language: receiptpdf.English, Title: "Simplified tax invoice", Number: "SC12345678",
		Seller: "Selfcare Mobile Company", VATNumber: "300000000000003", IssuedAt: issued,
		Facts: []receiptpdf.Fact{{Label: "Customer", Value: "نورة القحطاني"}},
		Rows: []receiptpdf.Row{
			{Label: "Number", Detail: "057 123 4567", Amount: 50_000},
			{Label: "Plan", Detail: "Hawakom 90", Amount: 109_000},
			{Label: "Promo code", Detail: "WELCOME10", Amount: -1_000},
		},
		Totals: []receiptpdf.Row{
			{Label: "Total without VAT", Amount: 137_391}, {Label: "VAT 15%", Amount: 20_609}, {Label: "Total with VAT", Amount: 158_000},
		},
		Payment: "Paid with mada ending in 0015",
		Notes:   []string{"Payment 01920000-0000-7000-8000-000000000009"},
		QR:      "AQhTZWxmY2FyZQIPMzAwMDAwMDAwMDAwMDAz",
		Labels: receiptpdf.Labels{
			Seller: "Seller", VATNumber: "VAT number", Number: "Invoice and order number", IssuedAt: "Issued",
			Item: "Item", Amount: "Amount with VAT", QR: "QR code (ZATCA)",
		},
		Footer: "Selfcare Mobile Company, Riyadh",
	}
}

func arabic() receiptpdf.Document {
	return receiptpdf.Document{
		Language: receiptpdf.Arabic, Title: "فاتورة ضريبية مبسطة", Number: "SC12345678",
		Seller: "شركة سلفكير للاتصالات المتنقلة", VATNumber: "300000000000003", IssuedAt: issued,
		Facts: []receiptpdf.Fact{{Label: "العميل", Value: "Noura Alqahtani"}},
		Rows: []receiptpdf.Row{
			{Label: "الرقم", Detail: "057 123 4567", Amount: 50_000},
			{Label: "الباقة", Detail: "هواكم بلس (Hawakom)", Amount: 109_000},
			{Label: "الرمز الترويجي", Detail: "WELCOME10", Amount: -1_000},
		},
		Totals: []receiptpdf.Row{
			{Label: "الإجمالي دون الضريبة", Amount: 137_391},
			{Label: "ضريبة القيمة المضافة " + receiptpdf.LTR("15٪"), Amount: 20_609},
			{Label: "الإجمالي شامل الضريبة", Amount: 158_000},
		},
		Payment: "دُفع ببطاقة مدى المنتهية بـ " + receiptpdf.LTR("0015"),
		Notes:   []string{"أُعيد إلى البطاقة: " + receiptpdf.Money(58_000, receiptpdf.Arabic) + " بتاريخ 21 نوفمبر 2026"},
		QR:      "AQhTZWxmY2FyZQIPMzAwMDAwMDAwMDAwMDAz",
		Labels: receiptpdf.Labels{
			Seller: "البائع", VATNumber: "الرقم الضريبي", Number: "رقم الفاتورة والطلب", IssuedAt: "تاريخ الإصدار",
			Item: "البند", Amount: "المبلغ شامل الضريبة", QR: "رمز الفاتورة QR",
		},
		Footer: "شركة سلفكير للاتصالات المتنقلة، الرياض",
	}
}

func TestWrite_TheTextOfThePDFIsWhatWasPutIn(t *testing.T) {
	tests := map[string]struct {
		in                    receiptpdf.Document
		issued                string
		amounts, totals, note []string
	}{
		"in English": {
			in: english(), issued: "20 November 2026 12:05 pm",
			amounts: []string{"SAR 500.00", "SAR 1,090.00", "SAR -10.00"}, totals: []string{"SAR 1,373.91", "SAR 206.09", "SAR 1,580.00"},
			note: []string{"Paid with mada ending in 0015", "Payment 01920000-0000-7000-8000-000000000009"},
		},
		"in Arabic": {
			in: arabic(), issued: "20 نوفمبر 2026 12:05 م",
			amounts: []string{"500.00 ريال", "1,090.00 ريالًا", "-10.00 ريالات"}, totals: []string{"1,373.91 ريالًا", "206.09 ريالات", "1,580.00 ريالًا"},
			note: []string{"دُفع ببطاقة مدى المنتهية بـ 0015", "أُعيد إلى البطاقة: 580.00 ريالًا بتاريخ 21 نوفمبر 2026"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, l := tt.in, tt.in.Labels
			want := []string{
				d.Title, l.QR, l.Seller, d.Seller, l.VATNumber, d.VATNumber, l.Number, d.Number, l.IssuedAt, tt.issued,
				d.Facts[0].Label, d.Facts[0].Value, l.Item, l.Amount,
			}
			for i, row := range d.Rows {
				want = append(want, tt.amounts[i], row.Label, row.Detail)
			}
			for i, total := range d.Totals {
				want = append(want, tt.totals[i], pdftext.Steering.Replace(total.Label))
			}
			want = append(want, tt.note...)
			pages := read(t, write(t, d))
			require.Len(t, pages, 1)
			require.Equal(t, append(want, d.Footer), pages[0])
		})
	}
}

func TestWrite_ADocumentWithoutAPartIsRefused(t *testing.T) {
	tests := map[string]struct {
		spoil func(*receiptpdf.Document)
		want  string
	}{
		"no language":      {func(d *receiptpdf.Document) { d.Language = "fr" }, `language "fr"`},
		"no VAT number":    {func(d *receiptpdf.Document) { d.VATNumber = " " }, "VAT number is empty"},
		"an empty label":   {func(d *receiptpdf.Document) { d.Labels.Amount = "" }, "label of the amounts is empty"},
		"no total":         {func(d *receiptpdf.Document) { d.Totals = nil }, "a total"},
		"no time of issue": {func(d *receiptpdf.Document) { d.IssuedAt = time.Time{} }, "a time of issue"},
		"an empty QR code": {func(d *receiptpdf.Document) { d.QR = "" }, "QR code is empty"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := english()
			tt.spoil(&d)
			var out bytes.Buffer
			err := receiptpdf.Write(&out, d)
			require.ErrorIs(t, err, receiptpdf.ErrIncomplete)
			require.ErrorContains(t, err, tt.want)
			require.Zero(t, out.Len())
		})
	}
}

func TestWrite_AQRCodeThatHoldsTooMuchIsAnError(t *testing.T) {
	d := english()
	d.QR = strings.Repeat("A1b2", 1_000)
	require.ErrorContains(t, receiptpdf.Write(&bytes.Buffer{}, d), "QR code")
}

func TestWrite_TheSameDocumentMakesTheSameBytes(t *testing.T) {
	want := write(t, arabic())
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			require.Equal(t, want, write(t, arabic()))
		})
	}
}

func TestWrite_ManyRowsGoOnOverPages(t *testing.T) {
	for _, d := range []receiptpdf.Document{english(), arabic()} {
		d.Rows = nil
		for i := range 100 {
			d.Rows = append(d.Rows, receiptpdf.Row{Label: fmt.Sprintf("%s %d", d.Labels.Item, i), Detail: fmt.Sprintf("057 123 %04d", i), Amount: 100})
		}
		pages := read(t, write(t, d))
		require.Greater(t, len(pages), 4)
		all := strings.Join(flat(pages), "\n")
		for _, row := range d.Rows {
			require.Contains(t, all, row.Label+"\n"+row.Detail)
		}
		for i, page := range pages[:len(pages)-1] {
			require.Contains(t, page, d.Labels.Amount, "the names of the columns stand on page %d", i+1)
			require.Contains(t, page, d.Footer)
			require.Contains(t, page, fmt.Sprintf("%d/%d", i+1, len(pages)))
		}
		require.Contains(t, pages[len(pages)-1], pdftext.Steering.Replace(d.Payment))
	}
}

func TestWrite_ALongTextIsBrokenAndNothingIsLost(t *testing.T) {
	tests := map[string]string{
		"words":                       strings.TrimSpace(strings.Repeat("a plan with minutes ", 15)),
		"Arabic words":                strings.TrimSpace(strings.Repeat("باقة بيانات ومكالمات ", 15)),
		"one word":                    strings.Repeat("x", 300),
		"more than a page":            strings.TrimSpace(strings.Repeat("every word counts ", 400)),
		"line breaks and odd spaces":  "one\n\ttwo  three",
		"what is no text is replaced": "one \xff two",
	}
	for name, detail := range tests {
		t.Run(name, func(t *testing.T) {
			d := english()
			d.Rows = []receiptpdf.Row{{Label: detail, Detail: detail, Amount: 100}}
			want := strings.Join(strings.Fields(strings.ToValidUTF8(detail, "\uFFFD")), "")
			got := strings.ReplaceAll(strings.Join(flat(read(t, write(t, d))), ""), " ", "")
			got = regexp.MustCompile(`ItemAmountwithVAT|SelfcareMobileCompany,Riyadh(\d/\d)?`).ReplaceAllString(got, "")
			require.Equal(t, 2, strings.Count(got, strings.ReplaceAll(want, " ", "")), got)
		})
	}
}

func TestWrite_AnyScript_IsSearchable(t *testing.T) {
	for _, detail := range []string{
		"漢字 😀", "Łódź", "Zoë Ångström", "Жук", "لاَ إِلٰهَ", "مُحَمَّدٌ", "الأُلى", "affine fjord", "باقة Hawakom plus للبيانات", "•••• 1234",
	} {
		for _, d := range []receiptpdf.Document{english(), arabic()} {
			d.Rows = []receiptpdf.Row{{Label: "x", Detail: detail, Amount: 100}}
			require.Contains(t, flat(read(t, write(t, d))), detail)
		}
	}
}
