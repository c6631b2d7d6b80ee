package csr

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"fmt"

	"selfcare/internal/domain/einvoice/stamp"
)

// Object ids of a request. The authority takes SN as the surname, as openssl reads that short name.
var (
	oidCommonName   = asn1.ObjectIdentifier{2, 5, 4, 3}
	oidSurname      = asn1.ObjectIdentifier{2, 5, 4, 4}
	oidCountry      = asn1.ObjectIdentifier{2, 5, 4, 6}
	oidOrganisation = asn1.ObjectIdentifier{2, 5, 4, 10}
	oidBranch       = asn1.ObjectIdentifier{2, 5, 4, 11}
	oidTitle        = asn1.ObjectIdentifier{2, 5, 4, 12}
	oidCategory     = asn1.ObjectIdentifier{2, 5, 4, 15}
	oidAddress      = asn1.ObjectIdentifier{2, 5, 4, 26}
	oidUserID       = asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}

	oidExtensions = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14}
	oidAltName    = asn1.ObjectIdentifier{2, 5, 29, 17}
	oidTemplate   = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 311, 20, 2}
	oidSignature  = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2} // ECDSA with SHA-256
)

// directoryName is the tag of a name among the alternative names of a subject.
const directoryName = 4

type requestInfo struct {
	Version    int
	Subject    pkix.RDNSequence
	PublicKey  asn1.RawValue
	Attributes []attribute `asn1:"tag:0,set"`
}

type attribute struct {
	ID     asn1.ObjectIdentifier
	Values [][]pkix.Extension `asn1:"set"`
}

type signedRequest struct {
	Info      asn1.RawValue
	Algorithm pkix.AlgorithmIdentifier
	Signature asn1.BitString
}

// Sign writes a valid request as a PEM file, signed with the key of the device.
func Sign(r Request, key stamp.Key) (string, error) {
	if err := r.Validate(); err != nil {
		return "", err
	}
	info, err := r.info(key)
	if err != nil {
		return "", fmt.Errorf("write a request for a certificate: %w", err)
	}
	signature := key.Sign(info)
	raw, err := asn1.Marshal(signedRequest{
		asn1.RawValue{FullBytes: info},
		pkix.AlgorithmIdentifier{Algorithm: oidSignature},
		asn1.BitString{Bytes: signature, BitLength: 8 * len(signature)},
	})
	if err != nil {
		return "", fmt.Errorf("write a request for a certificate: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: raw})), nil
}

func (r Request) info(key stamp.Key) ([]byte, error) {
	public, err := key.PublicKeyInfo()
	if err != nil {
		return nil, err
	}
	extensions, err := r.extensions()
	if err != nil {
		return nil, err
	}
	subject := pkix.RDNSequence{
		{{Type: oidCountry, Value: "SA"}}, part(oidBranch, r.Branch), part(oidOrganisation, r.Organisation), part(oidCommonName, r.CommonName),
	}
	return asn1.Marshal(requestInfo{
		Subject: subject, PublicKey: asn1.RawValue{FullBytes: public},
		Attributes: []attribute{{oidExtensions, [][]pkix.Extension{extensions}}},
	})
}

// extensions are the template and the alternative name of the subject.
func (r Request) extensions() ([]pkix.Extension, error) {
	kind := asn1.TagPrintableString
	if r.TemplateType == UTF8 {
		kind = asn1.TagUTF8String
	}
	template, err := asn1.Marshal(asn1.RawValue{Tag: kind, Bytes: []byte(r.TemplateName())})
	if err != nil {
		return nil, err
	}
	name, err := asn1.Marshal(pkix.RDNSequence{
		part(oidSurname, r.Serial), part(oidUserID, r.VATNumber), part(oidTitle, string(r.Flags)), part(oidAddress, r.Address),
		part(oidCategory, r.Category),
	})
	if err != nil {
		return nil, err
	}
	names, err := asn1.Marshal([]asn1.RawValue{{Class: asn1.ClassContextSpecific, Tag: directoryName, IsCompound: true, Bytes: name}})
	return []pkix.Extension{{Id: oidTemplate, Value: template}, {Id: oidAltName, Value: names}}, err
}

// part is a part of a name, as UTF8String like those of openssl.
func part(id asn1.ObjectIdentifier, value string) pkix.RelativeDistinguishedNameSET {
	return pkix.RelativeDistinguishedNameSET{{Type: id, Value: asn1.RawValue{Tag: asn1.TagUTF8String, Bytes: []byte(value)}}}
}
