package rules

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// document is the input of the rules. A missing element breaks only the rule that requires it, not the rules about its value.
type document struct {
	root *etree.Element
	now  time.Time
}

const (
	seller = "cac:AccountingSupplierParty/cac:Party"
	buyer  = "cac:AccountingCustomerParty/cac:Party"
	totals = "cac:LegalMonetaryTotal"
	subs   = "cac:TaxTotal/cac:TaxSubtotal"
	lines  = "cac:InvoiceLine"
	off    = "cac:AllowanceCharge"
	where  = "cac:PostalAddress"
	goods  = "cac:Item/cac:ClassifiedTaxCategory"
)

func (d document) text(path string) string { return ubl.Text(d.root, path) }

func (d document) all(path string) []*etree.Element { return d.root.FindElements(path) }

func (d document) transaction() string {
	if e := d.root.SelectElement("cbc:InvoiceTypeCode"); e != nil {
		return e.SelectAttrValue("name", "")
	}
	return ""
}

func (d document) business() bool { return strings.HasPrefix(d.transaction(), "01") }

func (d document) note() bool {
	kind := d.text("cbc:InvoiceTypeCode")
	return kind == "381" || kind == "383"
}

// reference returns the additional document reference with a name.
func (d document) reference(name string) *etree.Element {
	for _, e := range d.root.SelectElements(ubl.Reference) {
		if ubl.Text(e, "cbc:ID") == name {
			return e
		}
	}
	return nil
}

// attached returns the text of a reference that carries plain text.
func (d document) attached(name string) (text string, plain bool) {
	e := d.reference(name)
	if e == nil {
		return "", false
	}
	binary := e.FindElement("cac:Attachment/cbc:EmbeddedDocumentBinaryObject")
	if binary == nil {
		return "", false
	}
	return binary.Text(), binary.SelectAttrValue("mimeCode", "") == "text/plain"
}

// missing is broken when there is no text at a path.
func missing(path string) func(document) bool {
	return func(d document) bool { return d.text(path) == "" }
}

// anyOf is broken when one of the elements at a path is.
func anyOf(path string, broken func(*etree.Element) bool) func(document) bool {
	return func(d document) bool {
		for _, e := range d.all(path) {
			if broken(e) {
				return true
			}
		}
		return false
	}
}

// lacks is broken by an element without a text at a path.
func lacks(path string) func(*etree.Element) bool {
	return func(e *etree.Element) bool { return ubl.Text(e, path) == "" }
}

// malformed is broken by a text that does not match the pattern; an empty text passes.
func malformed(path, like string) func(document) bool {
	shape := regexp.MustCompile(like)
	return func(d document) bool {
		text := d.text(path)
		return text != "" && !shape.MatchString(text)
	}
}

// every is broken when one of the rules is.
func every(rules ...func(document) bool) func(document) bool {
	return func(d document) bool {
		for _, broken := range rules {
			if broken(d) {
				return true
			}
		}
		return false
	}
}

// forBusiness limits a rule to tax invoices and their notes.
func forBusiness(broken func(document) bool) func(document) bool {
	return func(d document) bool { return d.business() && broken(d) }
}

// forSimplified limits a rule to simplified tax invoices and their notes.
func forSimplified(broken func(document) bool) func(document) bool {
	return func(d document) bool { return strings.HasPrefix(d.transaction(), "02") && broken(d) }
}

// forNotes limits a rule to credit notes and debit notes.
func forNotes(broken func(document) bool) func(document) bool {
	return func(d document) bool { return d.note() && broken(d) }
}

var decimal = regexp.MustCompile(`^(-?[0-9]{1,13})(?:\.([0-9]{1,9}))?$`)

// halalas parses an amount and rounds it to two decimals; false for other texts.
func halalas(text string) (int64, bool) {
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	digits := (parts[2] + "000")[:3]
	thousandths, err := strconv.ParseInt(parts[1]+digits, 10, 64)
	if err != nil {
		return 0, false
	}
	if thousandths < 0 || strings.HasPrefix(text, "-") {
		return -((-thousandths + 5) / 10), true
	}
	return (thousandths + 5) / 10, true
}

func amount(e *etree.Element, path string) (int64, bool) { return halalas(ubl.Text(e, path)) }

// sum adds up the values of elements at a path; false when one is missing.
func sum(elements []*etree.Element, path string) (total int64, whole bool) {
	for _, e := range elements {
		one, there := amount(e, path)
		if !there {
			return 0, false
		}
		total += one
	}
	return total, true
}

// tooFine is broken by a text with more than two decimals.
func tooFine(path string) func(*etree.Element) bool {
	return func(e *etree.Element) bool {
		_, after, _ := strings.Cut(ubl.Text(e, path), ".")
		return len(after) > 2
	}
}
