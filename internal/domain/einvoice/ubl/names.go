// Package ubl writes and reads documents as XML in ZATCA's profile of UBL 2.1, and computes their hash.
package ubl

import (
	"errors"
	"time"
)

// ErrXML means that a text is not a document of our form.
var ErrXML = errors.New("not an electronic invoice")

// Names of the profile.
const (
	Profile    = "reporting:1.0"
	Business   = "0100000" // transaction code of a tax invoice
	Simplified = "0200000"
	Riyal      = "SAR"

	// ReferenceCounter, ReferencePrevious and ReferenceCode name the additional references of a document.
	ReferenceCounter  = "ICV"
	ReferencePrevious = "PIH"
	ReferenceCode     = "QR"

	// SignatureInfo, SignatureID and SignatureMethod are the names that ZATCA requires for a stamp.
	SignatureInfo   = "urn:oasis:names:specification:ubl:signature:1"
	SignatureID     = "urn:oasis:names:specification:ubl:signature:Invoice"
	SignatureMethod = "urn:oasis:names:specification:ubl:dsig:enveloped:xades"
)

// Parts of a document that its hash leaves out.
const (
	Extensions = "ext:UBLExtensions"
	Signature  = "cac:Signature"
	Reference  = "cac:AdditionalDocumentReference"
)

const (
	vat   = "VAT"
	plain = "text/plain"
	piece = "PCE"

	dateLayout = "2006-01-02"
	timeLayout = time.TimeOnly
)

var namespaces = [][2]string{
	{"xmlns", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"},
	{"xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"},
	{"xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"},
	{"xmlns:ext", "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"},
}
