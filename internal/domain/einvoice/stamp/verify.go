package stamp

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/beevik/etree"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/qr"
	"selfcare/internal/domain/einvoice/ubl"
)

// ErrAltered means that a document was changed after it was stamped.
var ErrAltered = errors.New("altered after it was stamped")

// Paths of the parts of a signature.
const (
	signaturePath  = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sig:UBLDocumentSignatures/sac:SignatureInformation/ds:Signature"
	propertiesPath = "ds:Object/xades:QualifyingProperties/xades:SignedProperties/xades:SignedSignatureProperties"
	certPath       = propertiesPath + "/xades:SigningCertificate/xades:Cert"
)

// Read reads a document from its XML and verifies its stamp. A changed document returns ErrAltered with the difference. Read
// trusts the certificate in the document: the caller must know its owner.
func Read(text []byte) (einvoice.Document, *Certificate, error) {
	tree, err := ubl.Parse(text)
	if err != nil {
		return einvoice.Document{}, nil, err
	}
	doc, err := ubl.Document(tree)
	if err != nil {
		return einvoice.Document{}, nil, err
	}
	signed, err := signatureOf(tree.Root())
	if err != nil {
		return einvoice.Document{}, nil, err
	}
	if err := signed.verify(tree, doc); err != nil {
		return einvoice.Document{}, nil, err
	}
	return doc, signed.certificate, nil
}

func signatureOf(root *etree.Element) (found signing, err error) {
	if len(root.SelectElements(ubl.Extensions)) != 1 || len(root.SelectElements(ubl.Signature)) != 1 {
		return found, fmt.Errorf("%w: it has no stamp, or several", ErrAltered)
	}
	at := root.FindElement(signaturePath)
	if at == nil {
		return found, fmt.Errorf("%w: its stamp is incomplete", ErrAltered)
	}
	found = signing{
		hash: ubl.Text(at, "ds:SignedInfo/ds:Reference/ds:DigestValue"), signature: ubl.Text(at, "ds:SignatureValue"),
		at: ubl.Text(at, propertiesPath+"/xades:SigningTime"),
	}
	found.certificate, err = ParseCertificate(ubl.Text(at, "ds:KeyInfo/ds:X509Data/ds:X509Certificate"))
	if err != nil {
		return found, fmt.Errorf("%w: the certificate: %w", ErrAltered, err)
	}
	return found, nil
}

// verify checks, in order: the hash of the document, its signature, the signed properties, the QR code, the rest.
func (s signing) verify(tree *etree.Document, doc einvoice.Document) error {
	digest, err := ubl.Digest(tree)
	if err != nil {
		return err
	}
	if hash := base64.StdEncoding.EncodeToString(digest); hash != s.hash {
		return fmt.Errorf("%w: the document: its hash is %s, the stamp is on %s", ErrAltered, hash, s.hash)
	}
	if !s.signs(digest) {
		return fmt.Errorf("%w: the signature is not of this hash and certificate", ErrAltered)
	}
	if err := s.propertiesAre(tree.Root().FindElement(signaturePath)); err != nil {
		return err
	}
	if err := s.codeIs(ubl.Code(tree), doc); err != nil {
		return err
	}
	return s.validateWhole(tree, doc)
}

func (s signing) signs(digest []byte) bool {
	raw, err := base64.StdEncoding.DecodeString(s.signature)
	if err != nil {
		return false
	}
	signature, err := ecdsa.ParseDERSignature(raw)
	sum := sha256.Sum256(digest) // a stamp signs the hash of the hash
	return err == nil && signature.Verify(sum[:], s.certificate.key)
}

// propertiesAre compares the signed properties.
func (s signing) propertiesAre(at *etree.Element) error {
	told := []struct{ what, got, want string }{
		{"digest", ubl.Text(at, certPath+"/xades:CertDigest/ds:DigestValue"), s.certificate.digest()},
		{"issuer", ubl.Text(at, certPath+"/xades:IssuerSerial/ds:X509IssuerName"), s.certificate.issuer},
		{"number", ubl.Text(at, certPath+"/xades:IssuerSerial/ds:X509SerialNumber"), s.certificate.serial.String()},
	}
	for _, one := range told {
		if one.got != one.want {
			return fmt.Errorf("%w: the %s of the certificate in the signed properties", ErrAltered, one.what)
		}
	}
	references := at.FindElements("ds:SignedInfo/ds:Reference")
	if len(references) != 2 || ubl.Text(references[1], "ds:DigestValue") != s.propertiesDigest() {
		return fmt.Errorf("%w: the signed properties", ErrAltered)
	}
	return nil
}

func (s signing) codeIs(text string, doc einvoice.Document) error {
	code, err := qr.Decode(text)
	if err != nil {
		return fmt.Errorf("%w: the QR code: %w", ErrAltered, err)
	}
	want := codeOf(doc, s.hash, s.signature, s.certificate)
	pairs := []struct{ what, got, want string }{
		{"seller", code.Seller, want.Seller},
		{"VAT number", code.VATNumber, want.VATNumber},
		{"time", code.At, want.At},
		{"total", code.Total, want.Total},
		{"VAT", code.VAT, want.VAT},
		{"hash", code.Hash, want.Hash},
		{"signature", code.Signature, want.Signature},
		{"public key", string(code.PublicKey), string(want.PublicKey)},
		{"seal", string(code.Seal), string(want.Seal)},
	}
	for _, p := range pairs {
		if p.got != p.want {
			return fmt.Errorf("%w: the %s in the QR code", ErrAltered, p.what)
		}
	}
	return nil
}

// validateWhole detects changes outside every digest: it stamps the document again, without the key, and compares.
func (s signing) validateWhole(tree *etree.Document, doc einvoice.Document) error {
	again := ubl.Tree(doc)
	if err := attach(again, s, ubl.Code(tree)); err != nil {
		return err
	}
	got, want := canonical(tree), canonical(again)
	if got != want {
		return fmt.Errorf("%w: a part outside its hash", ErrAltered)
	}
	return nil
}

func canonical(tree *etree.Document) string {
	root := etree.NewDocumentWithRoot(tree.Copy().Root())
	root.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true, CanonicalEndTags: true}
	text, err := root.WriteToString()
	if err != nil { // a strings.Builder never fails
		return ""
	}
	return text
}
