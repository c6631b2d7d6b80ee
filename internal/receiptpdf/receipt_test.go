package receiptpdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/receipt"
	"selfcare/internal/receiptpdf"
)

func TestOfReceipt_EachMethod_IsNamed(t *testing.T) {
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
			paid := receipt.Document{Payment: receipt.Payment{Brand: tt.brand, Last4: tt.last4}}
			require.Equal(t, tt.en, receiptpdf.OfReceipt(paid, "en").Payment)
			require.Equal(t, tt.ar, receiptpdf.OfReceipt(paid, "ar").Payment)
		})
	}
}

func TestOfReceipt_Payment_HasItsReference(t *testing.T) {
	require.Empty(t, receiptpdf.OfReceipt(receipt.Document{}, "en").Notes, "a balance has none")
	paid := receipt.Document{Payment: receipt.Payment{ID: "p-1"}}
	require.Equal(t, []string{"Payment \u2066p-1\u2069"}, receiptpdf.OfReceipt(paid, "en").Notes)
}

func TestOfReceipt_NoVATPaid_ShowsNone(t *testing.T) {
	paid := receipt.Document{Total: 5750, Seller: receipt.Seller{VATPercent: 15}}
	sums := receiptpdf.OfReceipt(paid, "en")
	require.Equal(t, []receiptpdf.Row{{Label: "Total", Amount: 5750}}, sums.Totals)
	require.Equal(t, "Amount", sums.Labels.Amount)

	paid.VAT = 750
	sums = receiptpdf.OfReceipt(paid, "en")
	require.Equal(t, []receiptpdf.Row{
		{Label: "Total without VAT", Amount: 5000}, {Label: "VAT 15%", Amount: 750}, {Label: "Total with VAT", Amount: 5750},
	}, sums.Totals)
	require.Equal(t, "Amount with VAT", sums.Labels.Amount)
}
