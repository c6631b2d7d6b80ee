// Package invoices has documents for tests, and a device that stamps them.
package invoices

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	einvoicestore "selfcare/internal/store/einvoice"
)

// Now is the issue time of test documents.
var Now = time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC)

// Key is a key for tests, and Certificate is its self-signed certificate.
const (
	Key         = "MHQCAQEEIGTEHVjQd4YEoV1kHyjaYS1eJkpfq9m7zZGUwYLUPLWUoAcGBSuBBAAKoUQDQgAEAntDjOFwfBwII/NWLvgQ8NLuKqEz9m7VR1m8z0dez3LObO0V9AiTMhF0q5ZBzBrI0umSNDfMEN5E20WakBX63Q=="
	Certificate = "MIICHDCCAcKgAwIBAgIUMj4h73BUE3phZtVARwMvCUi1IbQwCgYIKoZIzj0EAwIwZDELMAkGA1UEBhMCU0ExIDAeBgNVBAoMF1NlbGZjYXJlIE1vYmlsZSBDb21wYW55MRQwEgYDVQQLDAtEZXZlbG9wbWVudDEdMBsGA1UEAwwUc2VsZmNhcmUtZGV2ZWxvcG1lbnQwIBcNMjYxMTI1MTU1MzM2WhgPMjA1NjExMTcxNTUzMzZaMGQxCzAJBgNVBAYTAlNBMSAwHgYDVQQKDBdTZWxmY2FyZSBNb2JpbGUgQ29tcGFueTEUMBIGA1UECwwLRGV2ZWxvcG1lbnQxHTAbBgNVBAMMFHNlbGZjYXJlLWRldmVsb3BtZW50MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEAntDjOFwfBwII/NWLvgQ8NLuKqEz9m7VR1m8z0dez3LObO0V9AiTMhF0q5ZBzBrI0umSNDfMEN5E20WakBX63aNTMFEwHQYDVR0OBBYEFDkueB0nrRzswGEOGXgdG90XiSx5MB8GA1UdIwQYMBaAFDkueB0nrRzswGEOGXgdG90XiSx5MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgaDtElay1qIMXuSd6gziQ4Iq5MPVgVrnIbx7Nu47G2pQCIQDEU3ZTh1Onr1QpG1M5B2QU9wQeC7Q0yhiued4DsTc6JA=="
)

// RenewedKey is another key for tests, and RenewedCertificate is its self-signed certificate.
const (
	RenewedKey         = "MHQCAQEEIIYij1BrZRTCPq3+0hEGCk0nmLyNM1PuvigjXI5rjWH3oAcGBSuBBAAKoUQDQgAEdEZ34QMaLasdcbeoFbL3HaqTCCJQfk2QBtXWzJZxjY/VDgslYCgDXHkWzBm1uXiNBzOlZrF2RoghRR18L3TrCA=="
	RenewedCertificate = "MIICEzCCAbqgAwIBAgIUCf2bXKLw6ng3Ndi+jA1X223oq7AwCgYIKoZIzj0EAwIwYDELMAkGA1UEBhMCU0ExIDAeBgNVBAoMF1NlbGZjYXJlIE1vYmlsZSBDb21wYW55MRQwEgYDVQQLDAtEZXZlbG9wbWVudDEZMBcGA1UEAwwQc2VsZmNhcmUtcmVuZXdlZDAgFw0yNjExMzAwNzMzNTVaGA8yMDU2MTEyMjA3MzM1NVowYDELMAkGA1UEBhMCU0ExIDAeBgNVBAoMF1NlbGZjYXJlIE1vYmlsZSBDb21wYW55MRQwEgYDVQQLDAtEZXZlbG9wbWVudDEZMBcGA1UEAwwQc2VsZmNhcmUtcmVuZXdlZDBWMBAGByqGSM49AgEGBSuBBAAKA0IABHRGd+EDGi2rHXG3qBWy9x2qkwgiUH5NkAbV1syWcY2P1Q4LJWAoA1x5FswZtbl4jQczpWaxdkaIIUUdfC906wijUzBRMB0GA1UdDgQWBBTrMcxpI7WOT2t9sKxausXXINu2ATAfBgNVHSMEGDAWgBTrMcxpI7WOT2t9sKxausXXINu2ATAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICDAinsbQXi7SszmfBdXKzloVDHLQjH/ehpaecAmTz7bAiBXkJ0ps6UxLZoxCbcxXNP2KPPGlqDF2URT5SOSRu2aNg=="
)

// Device has the first key and certificate.
func Device(t testing.TB) *stamp.Device {
	t.Helper()
	device, err := stamp.NewDevice(Key, Certificate)
	require.NoError(t, err)
	return device
}

// Credentials are a key and its certificate, as the store keeps them.
func Credentials(t testing.TB, key, certificate string) *einvoicestore.Credentials {
	t.Helper()
	device, err := stamp.NewDevice(key, certificate)
	require.NoError(t, err)
	return &einvoicestore.Credentials{
		Issued: einvoicestore.Issued{RequestID: "17", Token: base64.StdEncoding.EncodeToString([]byte(certificate)), Secret: "secret"},
		Key:    key, ExpiresAt: device.Certificate().Until(),
	}
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
