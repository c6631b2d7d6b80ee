package zatca

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"selfcare/dev/simulator/engine"
)

// Transaction codes.
const (
	simplified = "0200000"
	business   = "0100000"
)

// first is the hash that the first document of a device refers to.
const first = "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=="

type submission struct {
	Hash    string `json:"invoiceHash"`
	UUID    string `json:"uuid"`
	Invoice []byte `json:"invoice"`
}

// document is the stored part of one, without goods and buyer.
type document struct {
	Device   string    `json:"device"` // its serial number
	Counter  int64     `json:"counter"`
	Previous string    `json:"previous"`
	Hash     string    `json:"hash"`
	UUID     string    `json:"uuid"`
	Number   string    `json:"number"`
	Status   string    `json:"status"`
	At       time.Time `json:"at"`

	Key       string `json:"-"` // of its stamp
	VATNumber string `json:"-"` // of its seller
}

// Taken tells whether it counts.
func (d document) Taken() bool { return d.Status != rejected }

var documents = engine.Table[document]{Name: "zatca-documents"}

func key(device string, counter int64) string { return fmt.Sprintf("%s/%019d", device, counter) }

// read finds a document in a submission, or the code of its fault.
func (s submission) read(transaction string) (d document, problem string) {
	tree := etree.NewDocument()
	if err := tree.ReadFromBytes(s.Invoice); err != nil || tree.Root() == nil {
		return d, "XSD_ZATCA_INVALID"
	}
	root := tree.Root()
	if text(root, "cbc:InvoiceTypeCode@name") != transaction {
		return d, "INVALID_INVOICE_TYPE"
	}
	digest, err := hashed(root)
	if err != nil || base64.StdEncoding.EncodeToString(digest) != s.Hash {
		return d, "invalid-invoice-hash"
	}
	if text(root, "cbc:UUID") != s.UUID {
		return d, "invalid-uuid"
	}
	counter, err := strconv.ParseInt(text(root, "cac:AdditionalDocumentReference[cbc:ID='ICV']/cbc:UUID"), 10, 64)
	if err != nil || counter < 1 {
		return d, "BR-KSA-34"
	}
	stamped, signed := signedBy(root, digest)
	if !signed {
		return d, "CERTIFICATE_SIGNATURE_INVALID"
	}
	return document{
		Key: stamped, Counter: counter, Hash: s.Hash, UUID: s.UUID, Number: text(root, "cbc:ID"),
		VATNumber: text(root, "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID"),
		Previous:  text(root, "cac:AdditionalDocumentReference[cbc:ID='PIH']/cac:Attachment/cbc:EmbeddedDocumentBinaryObject"),
	}, ""
}

// hashed returns the SHA-256 of the document without stamp and QR code.
func hashed(root *etree.Element) ([]byte, error) {
	bare := root.Copy()
	for _, path := range []string{"ext:UBLExtensions", "cac:Signature", "cac:AdditionalDocumentReference[cbc:ID='QR']"} {
		for _, e := range bare.FindElements(path) {
			bare.RemoveChild(e)
		}
	}
	canonical, err := dsig.MakeC14N11Canonicalizer().Canonicalize(bare)
	sum := sha256.Sum256(canonical)
	return sum[:], err
}

// chained finds a fault in a document's place in the chain: documents may come in any order, but they must fit
// together.
func (d document) chained(tx *engine.Tx) (problem string) {
	if known, there := documents.Get(tx, key(d.Device, d.Counter)); there && known.Hash != d.Hash {
		return "KSA-16"
	}
	before, there := documents.Get(tx, key(d.Device, d.Counter-1))
	if there && before.Hash != d.Previous || d.Counter == 1 && d.Previous != first {
		return "KSA-13"
	}
	if after, there := documents.Get(tx, key(d.Device, d.Counter+1)); there && after.Previous != d.Hash {
		return "KSA-13"
	}
	return ""
}
