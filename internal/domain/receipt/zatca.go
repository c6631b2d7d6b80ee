// Package receipt builds the QR code of a simplified tax invoice.
package receipt

import (
	"encoding/base64"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Invoice is the content of the QR code of a simplified tax invoice.
type Invoice struct {
	Seller    string // up to 255 bytes
	VATNumber string
	At        time.Time
	Total     contract.Halalas // with VAT
	VAT       contract.Halalas
}

// maxField is the longest field value: its length takes one byte.
const maxField = 255

// QR returns the text of the QR code as ZATCA requires it (e-invoicing, phase one): five fields of tag, length in bytes and
// value, together in Base64.
func QR(in Invoice) (string, error) {
	values := []string{
		in.Seller, in.VATNumber, in.At.UTC().Format(time.RFC3339), money.Decimal(in.Total), money.Decimal(in.VAT),
	}
	var tlv []byte
	for i, value := range values {
		if len(value) > maxField {
			return "", fmt.Errorf("field %d of the invoice's QR code has %d bytes, %d fit", i+1, len(value), maxField)
		}
		tlv = append(tlv, byte(i+1), byte(len(value)))
		tlv = append(tlv, value...)
	}
	return base64.StdEncoding.EncodeToString(tlv), nil
}
