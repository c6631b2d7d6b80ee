package zatca

import (
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"regexp"
	"slices"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// request is a request for a certificate (PKCS #10).
type request struct {
	Info struct {
		Raw        asn1.RawContent
		Version    int
		Subject    pkix.RDNSequence
		Key        publicKey
		Attributes []struct {
			ID     asn1.ObjectIdentifier
			Values []asn1.RawValue `asn1:"set"`
		} `asn1:"tag:0,set"`
	}
	Algorithm pkix.AlgorithmIdentifier
	Seal      asn1.BitString
}

type publicKey struct {
	Raw       asn1.RawContent
	Algorithm struct{ Key, Curve asn1.ObjectIdentifier }
	Point     asn1.BitString
}

// applicant is the content of a request: the device that asks.
type applicant struct {
	Key       string `json:"key"` // its public key, compressed, in hexadecimal digits
	Serial    string `json:"serial"`
	VATNumber string `json:"vatNumber"`
	Flags     string `json:"flags"`
	Template  string `json:"template"`

	keyInfo []byte // as in the request, DER
	subject pkix.RDNSequence
}

// Names of a subject and of its alternative name, by their object ids.
const (
	commonName   = "2.5.4.3"
	surname      = "2.5.4.4" // SN
	country      = "2.5.4.6"
	organisation = "2.5.4.10"
	branch       = "2.5.4.11"
	title        = "2.5.4.12"
	category     = "2.5.4.15"
	address      = "2.5.4.26"
	userID       = "0.9.2342.19200300.100.1.1"
)

var (
	secp256k1Curve = asn1.ObjectIdentifier{1, 3, 132, 0, 10}
	withSHA256     = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
	extensionList  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14}
	altName        = asn1.ObjectIdentifier{2, 5, 29, 17}
	templateName   = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 311, 20, 2}

	templates = []string{"TSTZATCA-Code-Signing", "PREZATCA-Code-Signing", "ZATCA-Code-Signing"}
	shapes    = map[string]*regexp.Regexp{
		surname: regexp.MustCompile(`^1-[^|]+\|2-[^|]+\|3-[^|]+$`), userID: regexp.MustCompile(`^3[0-9]{13}3$`),
		title: regexp.MustCompile(`^(10|01|11)00$`), address: regexp.MustCompile(`.`), category: regexp.MustCompile(`.`),
	}
)

// readRequest reads a request; false if it is none, or if its signature is not of its key.
func readRequest(text string) (r request, valid bool) {
	file, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return r, false
	}
	block, _ := pem.Decode(file)
	if block == nil || block.Type != "CERTIFICATE REQUEST" {
		return r, false
	}
	if rest, err := asn1.Unmarshal(block.Bytes, &r); err != nil || len(rest) > 0 || !r.Info.Key.Algorithm.Curve.Equal(secp256k1Curve) {
		return r, false
	}
	key, err := secp256k1.ParsePubKey(r.Info.Key.Point.Bytes)
	if err != nil || !r.Algorithm.Algorithm.Equal(withSHA256) {
		return r, false
	}
	signature, err := ecdsa.ParseDERSignature(r.Seal.Bytes)
	if err != nil {
		return r, false
	}
	sum := sha256.Sum256(r.Info.Raw)
	return r, signature.Verify(sum[:], key)
}

// applicant reads the fields of a request. problems are those that the platform does not take.
func (r request) applicant() (a applicant, problems []message) {
	subject := named(r.Info.Subject)
	if subject[country] != "SA" || subject[organisation] == "" || subject[branch] == "" || subject[commonName] == "" {
		problems = append(problems, fault("Invalid-Subject", "The subject needs C=SA, O, OU and CN"))
	}
	extensions := r.extensions()
	if _, err := asn1.Unmarshal(extensions[templateName.String()], &a.Template); err != nil || !slices.Contains(templates, a.Template) {
		problems = append(problems, fault("Invalid-Template", "The certificate template is unknown"))
	}
	device := named(directoryName(extensions[altName.String()]))
	for id, shape := range shapes {
		if !shape.MatchString(device[id]) {
			problems = append(problems, fault("Invalid-SAN", "The alternative name has no valid "+id))
		}
	}
	a.Serial, a.VATNumber, a.Flags = device[surname], device[userID], device[title]
	a.keyInfo, a.subject = r.Info.Key.Raw, r.Info.Subject
	if key, err := secp256k1.ParsePubKey(r.Info.Key.Point.Bytes); err == nil {
		a.Key = hex.EncodeToString(key.SerializeCompressed())
	}
	return a, problems
}

func (r request) extensions() map[string][]byte {
	found := map[string][]byte{}
	for _, attribute := range r.Info.Attributes {
		if !attribute.ID.Equal(extensionList) || len(attribute.Values) != 1 {
			continue
		}
		var list []pkix.Extension
		if _, err := asn1.Unmarshal(attribute.Values[0].FullBytes, &list); err != nil {
			continue
		}
		for _, e := range list {
			found[e.Id.String()] = e.Value
		}
	}
	return found
}

// directoryName returns the name in an alternative name; nil if there is none.
func directoryName(raw []byte) (name pkix.RDNSequence) {
	var names []asn1.RawValue
	if _, err := asn1.Unmarshal(raw, &names); err != nil {
		return nil
	}
	for _, n := range names {
		if n.Class == asn1.ClassContextSpecific && n.Tag == 4 {
			if _, err := asn1.Unmarshal(n.Bytes, &name); err != nil {
				return nil
			}
		}
	}
	return name
}

func named(name pkix.RDNSequence) map[string]string {
	found := map[string]string{}
	for _, set := range name {
		for _, part := range set {
			if text, is := part.Value.(string); is {
				found[part.Type.String()] = text
			}
		}
	}
	return found
}

func fault(code, text string) message { return message{"ERROR", code, "CSR", text, "ERROR"} }
