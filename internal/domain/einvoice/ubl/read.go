package ubl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
)

// Text returns the text at a path below an element, or an empty text.
func Text(e *etree.Element, path string) string {
	for part := range strings.SplitSeq(path, "/") {
		if e = e.SelectElement(part); e == nil {
			return ""
		}
	}
	return e.Text()
}

// Document reads a tree that Tree wrote.
func Document(tree *etree.Document) (einvoice.Document, error) {
	r := reader{}
	root := tree.Root()
	d := einvoice.Document{
		Kind: einvoice.Kind(Text(root, "cbc:InvoiceTypeCode")), Number: Text(root, "cbc:ID"), UUID: Text(root, "cbc:UUID"),
		Refers: Text(root, "cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID"), Paid: Text(root, "cac:PaymentMeans/cbc:PaymentMeansCode"),
		Reason: Text(root, "cac:PaymentMeans/cbc:InstructionNote"),
	}
	d.Business = r.business(root)
	d.IssuedAt = r.at(dateLayout+"T"+timeLayout, Issued(root))
	if day := Text(root, "cac:Delivery/cbc:ActualDeliveryDate"); day != "" {
		d.Supplied = r.at(dateLayout, day)
	}
	if day := Text(root, "cac:Delivery/cbc:LatestDeliveryDate"); day != "" {
		d.Until = r.at(dateLayout, day)
	}
	d.Place = einvoice.Place{Counter: r.number(Referred(root, ReferenceCounter, "cbc:UUID")), Previous: Referred(root, ReferencePrevious, attached)}
	if seller := readParty(root, "cac:AccountingSupplierParty"); seller != nil {
		d.Seller = *seller
	}
	d.Buyer = readParty(root, "cac:AccountingCustomerParty")
	r.sums(root, &d)
	for _, line := range root.SelectElements("cac:InvoiceLine") {
		d.Lines = append(d.Lines, r.line(line))
	}
	return d, r.err
}

const attached = "cac:Attachment/cbc:EmbeddedDocumentBinaryObject"

// Issued returns the time of issue as the QR code states it.
func Issued(root *etree.Element) string {
	return Text(root, "cbc:IssueDate") + "T" + Text(root, "cbc:IssueTime")
}

// Code returns the text of a document's QR code, or an empty text.
func Code(tree *etree.Document) string { return Referred(tree.Root(), ReferenceCode, attached) }

// Referred returns the text at a path of the additional reference with a name.
func Referred(root *etree.Element, name, path string) string {
	for _, reference := range root.SelectElements(Reference) {
		if Text(reference, "cbc:ID") == name {
			return Text(reference, path)
		}
	}
	return ""
}

func readParty(root *etree.Element, tag string) *einvoice.Party {
	in := root.SelectElement(tag)
	if in == nil || in.SelectElement("cac:Party") == nil {
		return nil
	}
	one := in.SelectElement("cac:Party")
	p := einvoice.Party{
		Name: Text(one, "cac:PartyLegalEntity/cbc:RegistrationName"), VATNumber: Text(one, "cac:PartyTaxScheme/cbc:CompanyID"),
		ID: Text(one, "cac:PartyIdentification/cbc:ID"),
	}
	if id := one.FindElement("cac:PartyIdentification/cbc:ID"); id != nil {
		p.Scheme = id.SelectAttrValue("schemeID", "")
	}
	if where := one.SelectElement("cac:PostalAddress"); where != nil {
		p.Address = einvoice.Address{
			Street: Text(where, "cbc:StreetName"), Building: Text(where, "cbc:BuildingNumber"), District: Text(where, "cbc:CitySubdivisionName"),
			City: Text(where, "cbc:CityName"), Postal: Text(where, "cbc:PostalZone"), Country: Text(where, "cac:Country/cbc:IdentificationCode"),
		}
	}
	return &p
}

// reader keeps the first read error.
type reader struct{ err error }

func (r *reader) fail(what, value string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s cannot be %.40q", ErrXML, what, value)
	}
}

func (r *reader) business(root *etree.Element) bool {
	code := ""
	if of := root.SelectElement("cbc:InvoiceTypeCode"); of != nil {
		code = of.SelectAttrValue("name", "")
	}
	if code != Business && code != Simplified {
		r.fail("the transaction code", code)
	}
	return code == Business
}

func (r *reader) at(layout, value string) time.Time {
	at, err := time.ParseInLocation(layout, value, einvoice.Riyadh)
	if err != nil {
		r.fail("a time", value)
	}
	return at
}

func (r *reader) number(value string) int64 {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != value {
		r.fail("a number", value)
	}
	return n
}

func (r *reader) sum(e *etree.Element, path string) contract.Halalas {
	text := Text(e, path)
	sum, ok := Halalas(text)
	if !ok {
		r.fail("an amount", text)
	}
	return sum
}

func (r *reader) sums(root *etree.Element, d *einvoice.Document) {
	for _, off := range root.SelectElements("cac:AllowanceCharge") {
		c, percent := r.category(off.SelectElement("cac:TaxCategory"))
		d.Less = append(d.Less, einvoice.Allowance{
			Reason: Text(off, "cbc:AllowanceChargeReason"), Amount: r.sum(off, "cbc:Amount"), Category: c, Percent: percent,
		})
	}
	for _, sub := range root.FindElements("cac:TaxTotal/cac:TaxSubtotal") {
		of := sub.SelectElement("cac:TaxCategory")
		c, percent := r.category(of)
		one := einvoice.Subtotal{Category: c, Percent: percent, Taxable: r.sum(sub, "cbc:TaxableAmount"), Tax: r.sum(sub, "cbc:TaxAmount")}
		if of != nil {
			one.Exempt, one.Because = Text(of, "cbc:TaxExemptionReasonCode"), Text(of, "cbc:TaxExemptionReason")
		}
		d.VAT = append(d.VAT, one)
	}
}

func (r *reader) line(e *etree.Element) einvoice.Line {
	c, percent := r.category(e.FindElement("cac:Item/cac:ClassifiedTaxCategory"))
	return einvoice.Line{
		Name: Text(e, "cac:Item/cbc:Name"), Quantity: r.number(Text(e, "cbc:InvoicedQuantity")), Price: r.sum(e, "cac:Price/cbc:PriceAmount"),
		Net: r.sum(e, "cbc:LineExtensionAmount"), VAT: r.sum(e, "cac:TaxTotal/cbc:TaxAmount"), Category: c, Percent: percent,
	}
}

func (r *reader) category(e *etree.Element) (einvoice.Category, int) {
	if e == nil {
		r.fail("a category of VAT", "")
		return "", 0
	}
	percent, whole := strings.CutSuffix(Text(e, "cbc:Percent"), ".00")
	if !whole {
		r.fail("a rate", Text(e, "cbc:Percent"))
	}
	return einvoice.Category(Text(e, "cbc:ID")), int(r.number(percent))
}

// riyals matches an amount of at most as many digits as fit.
var riyals = regexp.MustCompile(`^(-?)([0-9]{1,15})\.([0-9]{2})$`)

// Halalas reads an amount that Amount wrote.
func Halalas(text string) (contract.Halalas, bool) {
	parts := riyals.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	sum, err := strconv.ParseInt(parts[1]+parts[2]+parts[3], 10, 64)
	return contract.Halalas(sum), err == nil
}
