package rules

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/ubl"
)

const (
	suppliedFrom  = "cac:Delivery/cbc:ActualDeliveryDate"
	suppliedUntil = "cac:Delivery/cbc:LatestDeliveryDate"
)

// heads holds the rules about the elements above the parties.
var heads = []Rule{
	{"BR-02", EN, "A document has a number.", missing("cbc:ID")},
	{"BR-03", EN, "It has a date of issue.", missing("cbc:IssueDate")},
	{"BR-04", EN, "It has a type code.", missing("cbc:InvoiceTypeCode")},
	{"BR-05", EN, "It has a currency.", missing("cbc:DocumentCurrencyCode")},
	{
		"BR-KSA-EN16931-01", KSA, "Its business process is reporting:1.0.",
		func(d document) bool { return d.text("cbc:ProfileID") != "reporting:1.0" },
	},
	{
		"BR-KSA-03", KSA, "It has a UUID of letters, digits and dashes.",
		every(missing("cbc:UUID"), malformed("cbc:UUID", `^[A-Za-z0-9-]+$`)),
	},
	{"BR-KSA-04", KSA, "It is not issued on a day to come.", future},
	{"BR-KSA-F-01", KSA, "Dates are written YYYY-MM-DD.", every(notDate("cbc:IssueDate"), notDate(suppliedFrom), notDate(suppliedUntil))},
	{
		"BR-KSA-70", KSA, "It has a time of issue, written hh:mm:ss in the Kingdom's time or hh:mm:ssZ in UTC.",
		every(missing("cbc:IssueTime"), malformed("cbc:IssueTime", `^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z?$`)),
	},
	{
		"BR-KSA-05", KSA, "Its type is an invoice (388), a credit note (381), a debit note (383) or a prepayment (386).",
		malformed("cbc:InvoiceTypeCode", `^(388|381|383|386)$`),
	},
	{
		"BR-KSA-06", KSA, "Its transaction code is 01 or 02 and five flags, each 0 or 1.",
		func(d document) bool { return !transactions.MatchString(d.transaction()) },
	},
	{
		"BR-KSA-31", KSA, "Of the flags a simplified one has only third party, nominal and summary.",
		forSimplified(func(d document) bool {
			return transactions.MatchString(d.transaction()) && (d.transaction()[4] != '0' || d.transaction()[6] != '0')
		}),
	},
	{"BR-KSA-68", KSA, "It has a currency of the tax.", missing("cbc:TaxCurrencyCode")},
	{"BR-KSA-EN16931-02", KSA, "The currency of the tax is SAR.", malformed("cbc:TaxCurrencyCode", `^SAR$`)},
	{"BR-KSA-CL-02", KSA, "All amounts are in the currency of the document.", otherCurrency},
	{"BR-KSA-17", KSA, "A credit note or debit note says why it was issued.", forNotes(missing("cac:PaymentMeans/cbc:InstructionNote"))},
	{
		"BR-KSA-F-06-C13", KSA, "The reason has at most 1000 characters.",
		forNotes(func(d document) bool { return longer(d.text("cac:PaymentMeans/cbc:InstructionNote"), 1000) }),
	},
	{
		"BR-KSA-56", KSA, "A credit note or debit note names the invoice it is about.",
		forNotes(missing("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID")),
	},
	{
		"BR-KSA-16", KSA, "A way to pay is one of UNTDID 4461.",
		malformed("cac:PaymentMeans/cbc:PaymentMeansCode", `^([1-9]|[1-5][0-9]|6[0-8]|70|7[4-8]|9[1-7]|ZZZ)$`),
	},
	{
		"BR-KSA-15", KSA, "A tax invoice has the day of supply.",
		forBusiness(func(d document) bool {
			return d.text("cbc:InvoiceTypeCode") == "388" && d.text(suppliedFrom) == ""
		}),
	},
	{
		"BR-KSA-35", KSA, "A supply until a day has a first day, too.",
		func(d document) bool { return d.text(suppliedUntil) != "" && d.text(suppliedFrom) == "" },
	},
	{
		"BR-KSA-36", KSA, "It was not supplied until a day before that.",
		func(d document) bool { // dates sort as text
			return d.text(suppliedUntil) != "" && d.text(suppliedUntil) < d.text(suppliedFrom)
		},
	},
}

// chain holds the rules about the order of documents.
var chain = []Rule{
	{
		"BR-KSA-33", KSA, "A document has a counter.",
		func(d document) bool {
			e := d.reference(ubl.ReferenceCounter)
			return e == nil || ubl.Text(e, "cbc:UUID") == ""
		},
	},
	{
		"BR-KSA-34", KSA, "The counter is digits alone.",
		func(d document) bool {
			e := d.reference(ubl.ReferenceCounter)
			return e != nil && strings.Trim(ubl.Text(e, "cbc:UUID"), "0123456789") != ""
		},
	},
	{
		"BR-KSA-61", KSA, "It has the hash of the document before.",
		func(d document) bool {
			text, _ := d.attached(ubl.ReferencePrevious)
			return text == ""
		},
	},
	{"BR-KSA-26", KSA, "The hash is a SHA-256 in Base64, as plain text.", noHash},
}

var transactions = regexp.MustCompile(`^0[12][01]{5}$`)

func future(d document) bool {
	day, err := time.ParseInLocation(time.DateOnly, d.text("cbc:IssueDate"), einvoice.Riyadh)
	return err == nil && day.After(d.now)
}

func notDate(path string) func(document) bool {
	return func(d document) bool {
		text := d.text(path)
		_, err := time.Parse(time.DateOnly, text)
		return text != "" && err != nil
	}
}

func longer(text string, most int) bool { return len([]rune(text)) > most }

// sums lists the elements with amounts.
var sums = []string{
	"cbc:Amount", "cbc:BaseAmount", "cbc:TaxableAmount", "cbc:TaxAmount", "cbc:LineExtensionAmount", "cbc:PriceAmount", "cbc:TaxExclusiveAmount",
	"cbc:TaxInclusiveAmount", "cbc:AllowanceTotalAmount", "cbc:PayableAmount", "cbc:RoundingAmount",
}

func otherCurrency(d document) bool {
	currency := d.text("cbc:DocumentCurrencyCode")
	return currency != "" && within(d.root, func(e *etree.Element) bool {
		return slices.Contains(sums, e.FullTag()) && e.SelectAttrValue("currencyID", "") != currency
	})
}

// within tells whether a descendant of an element matches.
func within(e *etree.Element, like func(*etree.Element) bool) bool {
	for _, child := range e.ChildElements() {
		if like(child) || within(child, like) {
			return true
		}
	}
	return false
}

// noHash also accepts the hash of the first document, which is Base64 of hexadecimal digits.
func noHash(d document) bool {
	text, plain := d.attached(ubl.ReferencePrevious)
	if text == "" {
		return false
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err == nil && len(raw) == 64 {
		_, err = hex.DecodeString(string(raw))
		return err != nil || !plain
	}
	return err != nil || len(raw) != 32 || !plain
}
