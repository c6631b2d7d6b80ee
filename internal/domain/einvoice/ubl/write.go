package ubl

import (
	"fmt"
	"strconv"

	"github.com/beevik/etree"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
)

// Tree returns a document as XML, without stamp and QR code, and without white space between its elements.
func Tree(d einvoice.Document) *etree.Document {
	tree := etree.NewDocument()
	tree.CreateProcInst("xml", `version="1.0" encoding="UTF-8"`)
	root := tree.CreateElement("Invoice")
	for _, ns := range namespaces {
		root.CreateAttr(ns[0], ns[1])
	}
	head(root, d)
	party(add(root, "cac:AccountingSupplierParty", ""), &d.Seller)
	party(add(root, "cac:AccountingCustomerParty", ""), d.Buyer)
	if !d.Supplied.IsZero() {
		supply := add(root, "cac:Delivery", "")
		add(supply, "cbc:ActualDeliveryDate", d.Supplied.Format(dateLayout))
		if !d.Until.IsZero() {
			add(supply, "cbc:LatestDeliveryDate", d.Until.Format(dateLayout))
		}
	}
	means := add(root, "cac:PaymentMeans", "")
	add(means, "cbc:PaymentMeansCode", d.Paid)
	if d.Reason != "" {
		add(means, "cbc:InstructionNote", d.Reason)
	}
	sums(root, d)
	for i, line := range d.Lines {
		addLine(root, i+1, line)
	}
	return tree
}

func head(root *etree.Element, d einvoice.Document) {
	at := d.IssuedAt.In(einvoice.Riyadh)
	add(root, "cbc:ProfileID", Profile)
	add(root, "cbc:ID", d.Number)
	add(root, "cbc:UUID", d.UUID)
	add(root, "cbc:IssueDate", at.Format(dateLayout))
	add(root, "cbc:IssueTime", at.Format(timeLayout))
	transaction := Simplified
	if d.Business {
		transaction = Business
	}
	add(root, "cbc:InvoiceTypeCode", string(d.Kind)).CreateAttr("name", transaction)
	add(root, "cbc:DocumentCurrencyCode", Riyal)
	add(root, "cbc:TaxCurrencyCode", Riyal)
	if d.Refers != "" {
		add(add(add(root, "cac:BillingReference", ""), "cac:InvoiceDocumentReference", ""), "cbc:ID", d.Refers)
	}
	counter := add(root, Reference, "")
	add(counter, "cbc:ID", ReferenceCounter)
	add(counter, "cbc:UUID", strconv.FormatInt(d.Place.Counter, 10))
	root.AddChild(Attached(ReferencePrevious, d.Place.Previous))
}

// Attached returns an additional reference with a text.
func Attached(name, text string) *etree.Element {
	reference := etree.NewElement(Reference)
	add(reference, "cbc:ID", name)
	add(add(reference, "cac:Attachment", ""), "cbc:EmbeddedDocumentBinaryObject", text).CreateAttr("mimeCode", plain)
	return reference
}

// party leaves the element empty for a nil party, because the schema requires the element.
func party(in *etree.Element, p *einvoice.Party) {
	if p == nil {
		return
	}
	one := add(in, "cac:Party", "")
	if p.ID != "" {
		add(add(one, "cac:PartyIdentification", ""), "cbc:ID", p.ID).CreateAttr("schemeID", p.Scheme)
	}
	where, a := add(one, "cac:PostalAddress", ""), p.Address
	add(where, "cbc:StreetName", a.Street)
	add(where, "cbc:BuildingNumber", a.Building)
	add(where, "cbc:CitySubdivisionName", a.District)
	add(where, "cbc:CityName", a.City)
	add(where, "cbc:PostalZone", a.Postal)
	add(add(where, "cac:Country", ""), "cbc:IdentificationCode", a.Country)
	taxed := add(one, "cac:PartyTaxScheme", "")
	if p.VATNumber != "" {
		add(taxed, "cbc:CompanyID", p.VATNumber)
	}
	scheme(taxed)
	add(add(one, "cac:PartyLegalEntity", ""), "cbc:RegistrationName", p.Name)
}

func sums(root *etree.Element, d einvoice.Document) {
	t := d.Totals()
	for _, less := range d.Less {
		off := add(root, "cac:AllowanceCharge", "")
		add(off, "cbc:ChargeIndicator", "false")
		add(off, "cbc:AllowanceChargeReason", less.Reason)
		amount(off, "cbc:Amount", less.Amount)
		category(off, "cac:TaxCategory", less.Category, less.Percent)
	}
	amount(add(root, "cac:TaxTotal", ""), "cbc:TaxAmount", t.VAT) // in the currency of the tax
	taxes := add(root, "cac:TaxTotal", "")
	amount(taxes, "cbc:TaxAmount", t.VAT)
	for _, sub := range d.VAT {
		subtotal(add(taxes, "cac:TaxSubtotal", ""), sub)
	}
	total := add(root, "cac:LegalMonetaryTotal", "")
	amount(total, "cbc:LineExtensionAmount", t.Lines)
	amount(total, "cbc:TaxExclusiveAmount", t.Net)
	amount(total, "cbc:TaxInclusiveAmount", t.Gross)
	amount(total, "cbc:AllowanceTotalAmount", t.Less)
	amount(total, "cbc:PayableAmount", t.Gross)
}

func subtotal(in *etree.Element, sub einvoice.Subtotal) {
	amount(in, "cbc:TaxableAmount", sub.Taxable)
	amount(in, "cbc:TaxAmount", sub.Tax)
	of := category(in, "cac:TaxCategory", sub.Category, sub.Percent)
	if sub.Exempt == "" {
		return
	}
	scheme := of.SelectElement("cac:TaxScheme")
	for _, reason := range [][2]string{{"cbc:TaxExemptionReasonCode", sub.Exempt}, {"cbc:TaxExemptionReason", sub.Because}} {
		told := etree.NewElement(reason[0])
		told.SetText(reason[1])
		of.InsertChildAt(scheme.Index(), told)
	}
}

func addLine(root *etree.Element, n int, line einvoice.Line) {
	one := add(root, "cac:InvoiceLine", "")
	add(one, "cbc:ID", strconv.Itoa(n))
	add(one, "cbc:InvoicedQuantity", strconv.FormatInt(line.Quantity, 10)).CreateAttr("unitCode", piece)
	amount(one, "cbc:LineExtensionAmount", line.Net)
	taxes := add(one, "cac:TaxTotal", "")
	amount(taxes, "cbc:TaxAmount", line.VAT)
	amount(taxes, "cbc:RoundingAmount", line.Net+line.VAT)
	item := add(one, "cac:Item", "")
	add(item, "cbc:Name", line.Name)
	category(item, "cac:ClassifiedTaxCategory", line.Category, line.Percent)
	amount(add(one, "cac:Price", ""), "cbc:PriceAmount", line.Price)
}

func category(in *etree.Element, tag string, c einvoice.Category, percent int) *etree.Element {
	of := add(in, tag, "")
	add(of, "cbc:ID", string(c))
	add(of, "cbc:Percent", fmt.Sprintf("%d.00", percent))
	scheme(of)
	return of
}

func scheme(in *etree.Element) { add(add(in, "cac:TaxScheme", ""), "cbc:ID", vat) }

func amount(in *etree.Element, tag string, sum contract.Halalas) {
	add(in, tag, Amount(sum)).CreateAttr("currencyID", Riyal)
}

// Amount formats a sum in riyals for a document.
func Amount(sum contract.Halalas) string {
	sign := ""
	if sum < 0 {
		sign, sum = "-", -sum
	}
	return fmt.Sprintf("%s%d.%02d", sign, sum/100, sum%100)
}

func add(in *etree.Element, tag, text string) *etree.Element {
	one := in.CreateElement(tag)
	if text != "" {
		one.SetText(text)
	}
	return one
}
