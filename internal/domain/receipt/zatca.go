// Package receipt makes what stands on a simplified tax invoice beside its figures.
package receipt

import (
	"encoding/base64"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Invoice is what the QR code of a simplified tax invoice says.
type Invoice struct {
	Seller    string // up to 255 bytes
	VATNumber string
	At        time.Time
	Total     contract.Halalas // with VAT
	VAT       contract.Halalas
}

// maxField is the longest value a field can have: its length is one byte.
const maxField = 255

// QR is the text of the QR code as ZATCA asks for it (e-invoicing, phase one): five fields of tag, length in bytes and
// value, together in Base64.
func QR(in Invoice) (string, error) {
	values := []string{
		in.Seller, in.VATNumber, in.At.UTC().Format(time.RFC3339), money.Riyals(in.Total), money.Riyals(in.VAT),
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
