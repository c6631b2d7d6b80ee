// Package stamp signs documents as ZATCA wants it (XAdES, ECDSA on secp256k1), and detects changes of a signed document.
package stamp

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"time"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/qr"
	"selfcare/internal/domain/einvoice/ubl"
)

// Device stamps documents.
type Device struct {
	key         Key
	certificate *Certificate
}

// NewDevice takes a private key and its certificate, each as a PEM file, its Base64, or the Base64 inside it.
func NewDevice(key, certificate string) (*Device, error) {
	private, err := ParseKey(key)
	if err != nil {
		return nil, err
	}
	cert, err := ParseCertificate(certificate)
	if err != nil {
		return nil, err
	}
	if !private.secret.PubKey().IsEqual(cert.key) {
		return nil, fmt.Errorf("%w: the certificate belongs to another key", ErrKey)
	}
	return &Device{private, cert}, nil
}

// Open takes a private key, and its certificate as the authority gives it out (binarySecurityToken): in Base64, in Base64 once
// more.
func Open(key, token string) (*Device, error) {
	certificate, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		return nil, fmt.Errorf("%w: the certificate is not Base64", ErrKey)
	}
	return NewDevice(key, string(certificate))
}

// Certificate returns the certificate of the device.
func (d *Device) Certificate() *Certificate { return d.certificate }

// Stamped is a signed document; a later change of it can be detected.
type Stamped struct {
	XML  []byte
	Hash string // the next document contains it
	Code string // text of its QR code
}

// Stamp signs a document. The same document stamped at the same time has the same text.
func (d *Device) Stamp(doc einvoice.Document, at time.Time) (Stamped, error) {
	tree := ubl.Tree(doc)
	digest, err := ubl.Digest(tree)
	if err != nil {
		return Stamped{}, err
	}
	hash := base64.StdEncoding.EncodeToString(digest)
	signature := base64.StdEncoding.EncodeToString(d.key.Sign(digest))
	code, err := qr.Encode(codeOf(doc, hash, signature, d.certificate))
	if err != nil {
		return Stamped{}, err
	}
	if err := attach(tree, signing{hash, signature, at.UTC().Format(time.RFC3339), d.certificate}, code); err != nil {
		return Stamped{}, err
	}
	var text bytes.Buffer
	err = ubl.Write(tree, &text)
	return Stamped{text.Bytes(), hash, code}, err
}

// codeOf returns the content of the QR code of a document.
func codeOf(doc einvoice.Document, hash, signature string, c *Certificate) qr.Code {
	t := doc.Totals()
	code := qr.Code{
		Seller: doc.Seller.Name, VATNumber: doc.Seller.VATNumber, At: doc.IssuedAt.In(einvoice.Riyadh).Format("2006-01-02T15:04:05"),
		Total: ubl.Amount(t.Gross), VAT: ubl.Amount(t.VAT), Hash: hash, Signature: signature, PublicKey: c.keyInfo,
	}
	if !doc.Business {
		code.Seal = c.seal
	}
	return code
}
