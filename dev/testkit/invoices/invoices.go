// Package invoices has documents for tests, and a device that stamps them.
package invoices

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
)

// Now is the issue time of test documents.
var Now = time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC)

// Device is the development device.
func Device(t testing.TB) *stamp.Device {
	t.Helper()
	device, err := stamp.NewDevice(Key(), Certificate())
	require.NoError(t, err)
	return device
}

// Key is the development key.
func Key() string { return development("ZATCA_PRIVATE_KEY") }

// Certificate is that of Key.
func Certificate() string { return development("ZATCA_CERTIFICATE") }

func development(name string) string {
	for _, v := range config.Variables() {
		if v.Name == name {
			return v.Development
		}
	}
	return ""
}

// Seller is the seller in tests.
func Seller() einvoice.Party {
	return einvoice.Party{
		Name: "شركة سلفكير للاتصالات", VATNumber: "300000000000003", Scheme: "CRN", ID: "1010000000",
		Address: einvoice.Address{Street: "طريق الملك فهد", Building: "1234", District: "العليا", City: "الرياض", Postal: "12211", Country: "SA"},
	}
}

// Simplified is an invoice of an order with a discount.
func Simplified() einvoice.Document {
	return einvoice.Document{
		Kind: einvoice.Invoice, Number: "SC00000001", UUID: "8e6000cf-1a98-4174-b3e7-b5d5954bc10d", IssuedAt: Now,
		Place: einvoice.Place{Counter: 1, Previous: einvoice.FirstHash}, Seller: Seller(), Paid: einvoice.PaidByCard,
		Lines: []einvoice.Line{
			{Name: "الباقة", Quantity: 1, Price: 10000, Net: 10000, VAT: 1500, Category: einvoice.Standard, Percent: 15},
			{Name: "رقم مميز & \"ذهبي\" <1>", Quantity: 2, Price: 5000, Net: 10000, VAT: 1500, Category: einvoice.Standard, Percent: 15},
		},
		Less: []einvoice.Allowance{{Reason: "رمز ترويجي", Amount: 1000, Category: einvoice.Standard, Percent: 15}},
		VAT:  []einvoice.Subtotal{{Category: einvoice.Standard, Percent: 15, Taxable: 19000, Tax: 2850}},
	}
}

// Note takes Simplified back.
func Note() einvoice.Document {
	d := Simplified()
	d.Kind, d.Number, d.Refers, d.Reason = einvoice.CreditNote, "SC00000001-CN", "SC00000001", "إلغاء الطلب"
	d.UUID, d.Place.Counter = "8e6000cf-1a98-4174-b3e7-b5d5954bc10e", 2
	return d
}

// Business is a tax invoice with zero-rated items and items without VAT.
func Business() einvoice.Document {
	d := Simplified()
	d.Business, d.Supplied = true, time.Date(2026, 11, 19, 0, 0, 0, 0, einvoice.Riyadh)
	d.Buyer = &einvoice.Party{
		Name: "شركة المشتري", VATNumber: "311111111101113", Scheme: "CRN", ID: "1010000001",
		Address: einvoice.Address{Street: "شارع العليا", Building: "4321", District: "الورود", City: "الرياض", Postal: "12215", Country: "SA"},
	}
	d.Lines = append(d.Lines,
		einvoice.Line{Name: "خدمة مصدرة", Quantity: 1, Price: 3000, Net: 3000, Category: einvoice.Zero},
		einvoice.Line{Name: "غرامة", Quantity: 1, Price: 700, Net: 700, Category: einvoice.Outside},
	)
	d.Less = append(d.Less,
		einvoice.Allowance{Reason: "خصم", Amount: 100, Category: einvoice.Zero},
		einvoice.Allowance{Reason: "خصم", Amount: 50, Category: einvoice.Outside},
	)
	d.VAT = append(d.VAT,
		einvoice.Subtotal{Category: einvoice.Zero, Taxable: 2900, Exempt: "VATEX-SA-33", Because: "Export of services"},
		einvoice.Subtotal{Category: einvoice.Outside, Taxable: 650, Exempt: "VATEX-SA-OOS", Because: "Not subject to VAT"},
	)
	return d
}
