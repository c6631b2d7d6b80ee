package receipt_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/receipt"
)

func TestQR_Arabic_CountsBytes(t *testing.T) {
	in := receipt.Invoice{
		Seller: "شركة", VATNumber: "300000000000003", At: time.Date(2026, 11, 20, 9, 5, 0, 0, time.UTC), Total: 14505, VAT: 1892,
	}
	code, err := receipt.QR(in)
	require.NoError(t, err)
	tlv, err := base64.StdEncoding.DecodeString(code)
	require.NoError(t, err)
	require.Equal(t, "\x01\x08شركة\x02\x0f300000000000003\x03\x142026-11-20T09:05:00Z\x04\x06145.05\x05\x0518.92", string(tlv))
}

func TestQR_NameTooLong_IsRefused(t *testing.T) {
	_, err := receipt.QR(receipt.Invoice{Seller: strings.Repeat("ش", 128)})
	require.ErrorContains(t, err, "field 1 of the invoice's QR code has 256 bytes")
}
