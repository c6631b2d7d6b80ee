// Package qr writes and reads the QR code of an electronic invoice: fields of tag, length in bytes and value.
package qr

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// Code is the content of the QR code. Only simplified invoices have a Seal.
type Code struct {
	Seller    string
	VATNumber string
	At        string // as written in the document
	Total     string // with VAT
	VAT       string
	Hash      string // of the document, Base64
	Signature string // Base64
	PublicKey []byte // of the device, DER
	Seal      []byte // the authority's signature of the device's certificate
}

// ErrCode means that a text is not the QR code of an invoice.
var ErrCode = errors.New("not the QR code of an electronic invoice")

// longest is the longest value: its length takes one byte.
const longest = 255

// fields is the number of fields of a code, with tags from 1 on.
const fields = 9

// Encode returns the text of the code.
func Encode(c Code) (string, error) {
	values := []string{c.Seller, c.VATNumber, c.At, c.Total, c.VAT, c.Hash, c.Signature, string(c.PublicKey), string(c.Seal)}
	var tlv []byte
	for i, value := range values {
		if i == fields-1 && value == "" {
			break
		}
		if value == "" || len(value) > longest {
			return "", fmt.Errorf("%w: field %d has %d bytes, 1 to %d fit", ErrCode, i+1, len(value), longest)
		}
		tlv = append(tlv, byte(i+1), byte(len(value)))
		tlv = append(tlv, value...)
	}
	return base64.StdEncoding.EncodeToString(tlv), nil
}

// Decode reads a code. It accepts only the known fields, in order, each once.
func Decode(text string) (Code, error) {
	tlv, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return Code{}, fmt.Errorf("%w: not Base64", ErrCode)
	}
	var values [fields]string
	read := 0
	for ; len(tlv) > 0; read++ {
		if read == fields || len(tlv) < 2 || int(tlv[0]) != read+1 || tlv[1] == 0 || len(tlv) < 2+int(tlv[1]) {
			return Code{}, fmt.Errorf("%w: at field %d", ErrCode, read+1)
		}
		length := int(tlv[1])
		values[read], tlv = string(tlv[2:2+length]), tlv[2+length:]
	}
	if read < fields-1 {
		return Code{}, fmt.Errorf("%w: it ends after field %d", ErrCode, read)
	}
	c := Code{
		Seller: values[0], VATNumber: values[1], At: values[2], Total: values[3], VAT: values[4], Hash: values[5], Signature: values[6],
		PublicKey: []byte(values[7]),
	}
	if values[8] != "" {
		c.Seal = []byte(values[8])
	}
	return c, nil
}
