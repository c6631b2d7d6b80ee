package rules

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// document is what rules look at. What is not there is for the one rule that wants it, not for those about what it has to be.
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

// reference is the additional one of a name.
func (d document) reference(name string) *etree.Element {
	for _, e := range d.root.SelectElements(ubl.Reference) {
		if ubl.Text(e, "cbc:ID") == name {
			return e
		}
	}
	return nil
}

// attached is the text that such a reference carries, where it is one.
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

// missing is a rule that wants a text at a path.
func missing(path string) func(document) bool {
	return func(d document) bool { return d.text(path) == "" }
}

// anyOf is a rule about each element of a kind.
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

// written is broken by a text that is there and is not written like that.
func written(path, like string) func(document) bool {
	shape := regexp.MustCompile(like)
	return func(d document) bool {
		text := d.text(path)
		return text != "" && !shape.MatchString(text)
	}
}

// every makes one rule of several.
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

// forBusiness is a rule of tax invoices and the notes to them.
func forBusiness(broken func(document) bool) func(document) bool {
	return func(d document) bool { return d.business() && broken(d) }
}

// forSimplified is one of simplified tax invoices and the notes to them.
func forSimplified(broken func(document) bool) func(document) bool {
	return func(d document) bool { return strings.HasPrefix(d.transaction(), "02") && broken(d) }
}

// forNotes is one of credit notes and debit notes.
func forNotes(broken func(document) bool) func(document) bool {
	return func(d document) bool { return d.note() && broken(d) }
}

var decimal = regexp.MustCompile(`^(-?[0-9]{1,13})(?:\.([0-9]{1,9}))?$`)

// halalas is an amount, rounded where it has more than two decimals; false where there is none.
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

// sum adds up what elements have at a path; false where one has nothing.
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
