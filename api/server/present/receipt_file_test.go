package present_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server/present"
	"selfcare/internal/receiptpdf"
)

func TestReceiptFile_EachMethod_IsNamed(t *testing.T) {
	tests := map[string]struct{ brand, last4, en, ar string }{
		"card":                     {"MADA", "0015", "Paid with mada ending in \u20660015\u2069", "دُفع ببطاقة مدى المنتهية بـ \u20660015\u2069"},
		"card of an unknown brand": {"AMEX", "0015", "Paid with \u2066AMEX\u2069 ending in \u20660015\u2069", "دُفع ببطاقة \u2066AMEX\u2069 المنتهية بـ \u20660015\u2069"},
		"wallet": {
			"STCPAY", "4567", "Paid with STC Pay, mobile ending in \u20664567\u2069", "دُفع بمحفظة STC Pay، الجوال المنتهي بـ \u20664567\u2069",
		},
		"balance": {"BALANCE", "", "Paid from the balance; VAT was paid with the recharge", "دُفع من الرصيد، وسُددت الضريبة عند شحنه"},
		"voucher": {"VOUCHER", "", "Paid with a voucher; VAT was paid when it was bought", "دُفع بقسيمة، وسُددت الضريبة عند شرائها"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var shown gen.Receipt
			shown.Payment.Brand, shown.Payment.Last4 = tt.brand, tt.last4
			require.Equal(t, tt.en, present.In("en").ReceiptFile(shown).Payment)
			require.Equal(t, tt.ar, present.In("ar").ReceiptFile(shown).Payment)
		})
	}
}

func TestReceiptFile_Payment_HasItsReference(t *testing.T) {
	var shown gen.Receipt
	require.Empty(t, present.In("en").ReceiptFile(shown).Notes, "a balance has none")
	shown.Payment.Id = "p-1"
	require.Equal(t, []string{"Payment \u2066p-1\u2069"}, present.In("en").ReceiptFile(shown).Notes)
}

func TestReceiptFile_NoVATPaid_ShowsNone(t *testing.T) {
	var shown gen.Receipt
	shown.Total, shown.VatPercent = 5750, 15
	sums := present.In("en").ReceiptFile(shown)
	require.Equal(t, []receiptpdf.Row{{Label: "Total", Amount: 5750}}, sums.Totals)
	require.Equal(t, "Amount", sums.Labels.Amount)

	shown.Vat = 750
	sums = present.In("en").ReceiptFile(shown)
	require.Equal(t, []receiptpdf.Row{
		{Label: "Total without VAT", Amount: 5000}, {Label: "VAT 15%", Amount: 750}, {Label: "Total with VAT", Amount: 5750},
	}, sums.Totals)
	require.Equal(t, "Amount with VAT", sums.Labels.Amount)
}
