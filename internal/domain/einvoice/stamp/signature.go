package stamp

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// signing holds the parts of a signature.
type signing struct {
	hash, signature, at string
	certificate         *Certificate
}

// properties are signed together with the document. Every space counts: ZATCA takes the digest of this very text, with the two
// name spaces at their first use (1 and 2), not of canonical XML.
const properties = `<xades:SignedProperties%[1]s Id="xadesSignedProperties">
                                    <xades:SignedSignatureProperties>
                                        <xades:SigningTime>%[3]s</xades:SigningTime>
                                        <xades:SigningCertificate>
                                            <xades:Cert>
                                                <xades:CertDigest>
                                                    <ds:DigestMethod%[2]s Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
                                                    <ds:DigestValue%[2]s>%[4]s</ds:DigestValue>
                                                </xades:CertDigest>
                                                <xades:IssuerSerial>
                                                    <ds:X509IssuerName%[2]s>%[5]s</ds:X509IssuerName>
                                                    <ds:X509SerialNumber%[2]s>%[6]s</ds:X509SerialNumber>
                                                </xades:IssuerSerial>
                                            </xades:Cert>
                                        </xades:SigningCertificate>
                                    </xades:SignedSignatureProperties>
                                </xades:SignedProperties>`

const (
	xadesSpace = ` xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"`
	dsSpace    = ` xmlns:ds="http://www.w3.org/2000/09/xmldsig#"`
)

// extensions hold the signature: hash 1, digest of the properties 2, signature 3, certificate 4, properties 5.
const extensions = `<ext:UBLExtensions><ext:UBLExtension>` +
	`<ext:ExtensionURI>` + ubl.SignatureMethod + `</ext:ExtensionURI><ext:ExtensionContent>` +
	`<sig:UBLDocumentSignatures xmlns:sig="urn:oasis:names:specification:ubl:schema:xsd:CommonSignatureComponents-2"` +
	` xmlns:sac="urn:oasis:names:specification:ubl:schema:xsd:SignatureAggregateComponents-2"` +
	` xmlns:sbc="urn:oasis:names:specification:ubl:schema:xsd:SignatureBasicComponents-2">` +
	`<sac:SignatureInformation><cbc:ID>` + ubl.SignatureInfo + `</cbc:ID>` +
	`<sbc:ReferencedSignatureID>` + ubl.SignatureID + `</sbc:ReferencedSignatureID>` +
	`<ds:Signature` + dsSpace + ` Id="signature"><ds:SignedInfo>` +
	`<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11"/>` +
	`<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>` +
	`<ds:Reference Id="invoiceSignedData" URI=""><ds:Transforms>` +
	`<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(//ancestor-or-self::ext:UBLExtensions)</ds:XPath></ds:Transform>` +
	`<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(//ancestor-or-self::cac:Signature)</ds:XPath></ds:Transform>` +
	`<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">` +
	`<ds:XPath>not(//ancestor-or-self::cac:AdditionalDocumentReference[cbc:ID='QR'])</ds:XPath></ds:Transform>` +
	`<ds:Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11"/></ds:Transforms>` +
	`<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>%[1]s</ds:DigestValue></ds:Reference>` +
	`<ds:Reference Type="http://www.w3.org/2000/09/xmldsig#SignatureProperties" URI="#xadesSignedProperties">` +
	`<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>%[2]s</ds:DigestValue></ds:Reference></ds:SignedInfo>` +
	`<ds:SignatureValue>%[3]s</ds:SignatureValue>` +
	`<ds:KeyInfo><ds:X509Data><ds:X509Certificate>%[4]s</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
	`<ds:Object><xades:QualifyingProperties` + xadesSpace + ` Target="signature">%[5]s</xades:QualifyingProperties></ds:Object>` +
	`</ds:Signature></sac:SignatureInformation></sig:UBLDocumentSignatures>` +
	`</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`

func (s signing) properties(xades, ds string) string {
	return fmt.Sprintf(properties, xades, ds, s.at, s.certificate.digest(), escaped(s.certificate.issuer), s.certificate.serial)
}

// propertiesDigest returns the digest of the properties as the signature states it.
func (s signing) propertiesDigest() string {
	return hexBase64([]byte(s.properties(xadesSpace, dsSpace)))
}

func (s signing) extensions() string {
	return fmt.Sprintf(extensions, s.hash, s.propertiesDigest(), s.signature, s.certificate.text, s.properties("", ""))
}

// escaped escapes text for XML without changing other characters: the digest covers these very characters.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never fails
	return b.String()
}

// attach adds the signature, its reference and the QR code to a document, at the places that the schema requires.
func attach(tree *etree.Document, s signing, code string) error {
	signed := etree.NewDocument()
	if err := signed.ReadFromString(s.extensions()); err != nil {
		return fmt.Errorf("write the signature: %w", err)
	}
	root := tree.Root()
	root.InsertChildAt(0, signed.Root())
	seller := root.SelectElement("cac:AccountingSupplierParty").Index()
	mark := etree.NewElement(ubl.Signature)
	mark.CreateElement("cbc:ID").SetText(ubl.SignatureID)
	mark.CreateElement("cbc:SignatureMethod").SetText(ubl.SignatureMethod)
	root.InsertChildAt(seller, mark)
	root.InsertChildAt(seller, ubl.Attached(ubl.ReferenceCode, code))
	return nil
}
