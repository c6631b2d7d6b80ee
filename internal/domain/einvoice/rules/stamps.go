package rules

import (
	"encoding/base64"

	"selfcare/internal/domain/einvoice/ubl"
)

const information = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/sig:UBLDocumentSignatures/sac:SignatureInformation"

// longestCode is in characters.
const longestCode = 700

// stamps holds the rules about signature and QR code, which are added to a finished document. ZATCA stamps a tax invoice itself.
var stamps = []Rule{
	{
		"BR-KSA-27", KSA, "A simplified document has a QR code, in Base64 as plain text.",
		forSimplified(func(d document) bool {
			text, plain := d.attached(ubl.ReferenceCode)
			_, err := base64.StdEncoding.DecodeString(text)
			return text == "" || !plain || err != nil
		}),
	},
	{
		"BR-CL-KSA-14", KSA, "A QR code has at most 700 characters.",
		func(d document) bool {
			text, _ := d.attached(ubl.ReferenceCode)
			return len(text) > longestCode
		},
	},
	{"BR-KSA-60", KSA, "A simplified document has a cryptographic stamp.", forSimplified(func(d document) bool { return d.root.SelectElement(ubl.Signature) == nil })},
	{
		"BR-KSA-28", KSA, "The information about a stamp has the id " + ubl.SignatureInfo + ".",
		stamped(func(d document) bool { return d.text(information+"/cbc:ID") != ubl.SignatureInfo }),
	},
	{
		"BR-KSA-29", KSA, "A stamp has the id " + ubl.SignatureID + ".",
		stamped(func(d document) bool { return d.text("cac:Signature/cbc:ID") != ubl.SignatureID }),
	},
	{
		"BR-KSA-30", KSA, "The method of a stamp is " + ubl.SignatureMethod + ".",
		stamped(func(d document) bool { return d.text("cac:Signature/cbc:SignatureMethod") != ubl.SignatureMethod }),
	},
}

// stamped limits a rule to simplified documents with a stamp.
func stamped(broken func(document) bool) func(document) bool {
	return forSimplified(func(d document) bool { return d.root.SelectElement(ubl.Signature) != nil && broken(d) })
}
