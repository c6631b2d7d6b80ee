package rules_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/beevik/etree"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/rules"
	"selfcare/internal/domain/einvoice/ubl"
)

var writePage = flag.Bool("write-page", false, "write docs/einvoices.md anew")

func tree(t *testing.T, d einvoice.Document) *etree.Document {
	t.Helper()
	made, err := invoices.Device(t).Stamp(d, invoices.Now)
	require.NoError(t, err)
	read, err := ubl.Parse(made.XML)
	require.NoError(t, err)
	return read
}

// change is one edit of a document's XML: the text at a path, an attribute (path@name), or, with the text "-", the removal.
type change struct{ path, text string }

func (c change) do(t *testing.T, root *etree.Element) {
	t.Helper()
	path, attribute, isAttribute := strings.Cut(c.path, "@")
	found := root.FindElements(path)
	require.NotEmpty(t, found, path)
	switch {
	case isAttribute:
		found[0].CreateAttr(attribute, c.text)
	case c.text == "-":
		found[0].Parent().RemoveChild(found[0])
	default:
		found[0].SetText(c.text)
	}
}

// broken is a document, its changes, and the ids of the rules that it then breaks.
type broken struct {
	of      func() einvoice.Document
	changes []change
	want    string
}

const (
	seller  = "cac:AccountingSupplierParty/cac:Party/"
	buyer   = "cac:AccountingCustomerParty/cac:Party/"
	totals  = "cac:LegalMonetaryTotal/"
	subs    = "cac:TaxTotal/cac:TaxSubtotal/"
	line    = "cac:InvoiceLine/"
	off     = "cac:AllowanceCharge/"
	counter = "cac:AdditionalDocumentReference[1]/"
	before  = "cac:AdditionalDocumentReference[2]/"
	code    = "cac:AdditionalDocumentReference[3]/"
	binary  = "cac:Attachment/cbc:EmbeddedDocumentBinaryObject"
)

// to sets totals that depend on each other, so that a single equation is broken.
func to(pairs ...string) []change {
	var list []change
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, change{pairs[i], pairs[i+1]})
	}
	return list
}

func zero() einvoice.Document    { return only(1, 2) }
func outside() einvoice.Document { return only(2, 3) }

// only returns a tax invoice with some lines of Business beyond the standard rate.
func only(from, until int) einvoice.Document {
	d := invoices.Business()
	d.Lines, d.Less, d.VAT = d.Lines[from+1:until+1], d.Less[from:until], d.VAT[from:until]
	return d
}

var (
	simplified, note, business = invoices.Simplified, invoices.Note, invoices.Business
	bill, billNote             = invoices.Bill, invoices.BillNote
)

var cases = []broken{
	{simplified, to("cbc:ID", ""), "BR-02"},
	{simplified, to("cbc:IssueDate", ""), "BR-03"},
	{simplified, to("cbc:InvoiceTypeCode", ""), "BR-04"},
	{simplified, to("cbc:DocumentCurrencyCode", ""), "BR-05"},
	{simplified, to("cbc:ProfileID", "clearance:1.0"), "BR-KSA-EN16931-01"},
	{simplified, to("cbc:UUID", "no/uuid"), "BR-KSA-03"},
	{simplified, to("cbc:IssueDate", "2026-11-21"), "BR-KSA-04"},
	{simplified, to("cbc:IssueDate", "20.11.2026"), "BR-KSA-F-01"},
	{simplified, to("cbc:IssueTime", "24:00:00"), "BR-KSA-70"},
	{simplified, to("cbc:InvoiceTypeCode", "380"), "BR-KSA-05"},
	{simplified, to("cbc:InvoiceTypeCode@name", "02"), "BR-KSA-06"},
	{simplified, to("cbc:InvoiceTypeCode@name", "0200001"), "BR-KSA-31"},
	{simplified, to("cbc:TaxCurrencyCode", ""), "BR-KSA-68"},
	{simplified, to("cbc:TaxCurrencyCode", "USD"), "BR-KSA-EN16931-02"},
	{simplified, to(totals+"cbc:PayableAmount@currencyID", "USD"), "BR-KSA-CL-02"},
	{note, to("cac:PaymentMeans/cbc:InstructionNote", "-"), "BR-KSA-17"},
	{note, to("cac:PaymentMeans/cbc:InstructionNote", strings.Repeat("س", 1001)), "BR-KSA-F-06-C13"},
	{note, to("cac:BillingReference", "-"), "BR-KSA-56"},
	{simplified, to("cac:PaymentMeans/cbc:PaymentMeansCode", "69"), "BR-KSA-16"},
	{business, to("cac:Delivery", "-"), "BR-KSA-15"},
	{bill, to("cac:Delivery/cbc:ActualDeliveryDate", "-"), "BR-KSA-35"},
	{bill, to("cac:Delivery/cbc:LatestDeliveryDate", "2026-10-14"), "BR-KSA-36"},
	{bill, to("cac:Delivery/cbc:LatestDeliveryDate", "2026-11-31"), "BR-KSA-F-01"},
	{billNote, to("cac:BillingReference", "-"), "BR-KSA-56"},
	{billNote, to("cac:PaymentMeans/cbc:InstructionNote", "-"), "BR-KSA-17"},
	{bill, to(subs+"cbc:TaxAmount", "31.27", "cac:TaxTotal[2]/cbc:TaxAmount", "31.27", totals+"cbc:TaxInclusiveAmount", "239.98",
		totals+"cbc:PayableAmount", "239.98"), "BR-CO-17 BR-S-09"},
	{simplified, to(counter+"cbc:UUID", ""), "BR-KSA-33"},
	{simplified, to(counter+"cbc:UUID", "1a"), "BR-KSA-34"},
	{simplified, to(before+binary, ""), "BR-KSA-61"},
	{simplified, to(before+binary, "c2hvcnQ="), "BR-KSA-26"},
	{simplified, to(seller+"cac:PartyLegalEntity/cbc:RegistrationName", ""), "BR-06"},
	{simplified, to(seller+"cac:PostalAddress", "-"), "BR-08"},
	{simplified, to(seller+"cac:PostalAddress/cac:Country/cbc:IdentificationCode", ""), "BR-09 BR-KSA-09"},
	{simplified, to(seller+"cac:PostalAddress/cbc:StreetName", ""), "BR-KSA-09"},
	{simplified, to(seller+"cac:PostalAddress/cbc:BuildingNumber", "12"), "BR-KSA-37"},
	{simplified, to(seller+"cac:PostalAddress/cbc:PostalZone", "1221"), "BR-KSA-66"},
	{simplified, to(seller+"cac:PartyIdentification/cbc:ID@schemeID", "NAT"), "BR-KSA-08"},
	{simplified, to(seller+"cac:PartyTaxScheme/cbc:CompanyID", ""), "BR-KSA-39 BR-S-02"},
	{simplified, to(seller+"cac:PartyTaxScheme/cbc:CompanyID", "300000000000004"), "BR-KSA-40"},
	{business, to(buyer+"cac:PartyLegalEntity/cbc:RegistrationName", ""), "BR-KSA-42"},
	{business, to(buyer+"cac:PostalAddress/cbc:CityName", "", buyer+"cac:PostalAddress/cac:Country/cbc:IdentificationCode", "AE"), "BR-KSA-10"},
	{business, to(buyer+"cac:PostalAddress/cbc:CitySubdivisionName", ""), "BR-KSA-63"},
	{business, to(buyer+"cac:PostalAddress/cbc:PostalZone", "1221"), "BR-KSA-67"},
	{business, to(buyer+"cac:PartyTaxScheme/cbc:CompanyID", "31"), "BR-KSA-44"},
	{business, to(buyer+"cac:PartyTaxScheme/cbc:CompanyID", "", buyer+"cac:PartyIdentification", "-"), "BR-KSA-81"},
	{business, to(buyer+"cac:PartyIdentification/cbc:ID", "10-1"), "BR-KSA-14"},
	{business, to(buyer+"cac:PartyTaxScheme/cbc:CompanyID", "300000000000003"), "BR-CUSTOM-VALIDATION-01"},
	{zero, to("cac:InvoiceLine", "-", "cac:AllowanceCharge", "-", "cac:TaxTotal[2]/cac:TaxSubtotal/cbc:TaxableAmount", "0.00"), "BR-16"},
	{simplified, to(line+"cbc:ID", ""), "BR-21"},
	{simplified, to(line+"cbc:InvoicedQuantity", ""), "BR-22"},
	{simplified, to(line+"cbc:InvoicedQuantity@unitCode", ""), "BR-23"},
	{simplified, to(line+"cbc:LineExtensionAmount", ""), "BR-24"},
	{simplified, to(line+"cac:Item/cbc:Name", ""), "BR-25"},
	{simplified, to(line+"cac:Price/cbc:PriceAmount", ""), "BR-26"},
	{simplified, to(line+"cac:Price/cbc:PriceAmount", "-100.00", line+"cbc:InvoicedQuantity", "-1"), "BR-27 BR-KSA-F-04"},
	{simplified, to(off+"cbc:Amount", ""), "BR-31"},
	{simplified, to(off+"cac:TaxCategory/cbc:ID", "", subs+"cbc:TaxableAmount", "200.00", subs+"cbc:TaxAmount", "30.00"), "BR-32 BR-CO-14"},
	{simplified, to(off+"cbc:AllowanceChargeReason", ""), "BR-33"},
	{simplified, to(off+"cbc:ChargeIndicator", "no"), "BR-KSA-F-02"},
	{simplified, to(off+"cac:TaxCategory/cbc:ID", "X", subs+"cbc:TaxableAmount", "200.00", subs+"cbc:TaxAmount", "30.00"), "BR-KSA-18 BR-CO-14"},
	{simplified, to(line+"cac:Price/cbc:PriceAmount", "100.01"), "BR-KSA-EN16931-11"},
	{simplified, to(line+"cac:TaxTotal/cbc:RoundingAmount", "115.01"), "BR-KSA-51"},
	{business, to(line+"cac:TaxTotal/cbc:TaxAmount", ""), "BR-KSA-52"},
	{business, to(line+"cac:TaxTotal/cbc:RoundingAmount", ""), "BR-KSA-53"},
	{simplified, to(off+"cbc:Amount", "-10.00", totals+"cbc:AllowanceTotalAmount", "-10.00", totals+"cbc:TaxExclusiveAmount", "210.00", subs+"cbc:TaxableAmount", "210.00",
		subs+"cbc:TaxAmount", "31.50", "cac:TaxTotal[1]/cbc:TaxAmount", "31.50", "cac:TaxTotal[2]/cbc:TaxAmount", "31.50", totals+"cbc:TaxInclusiveAmount", "241.50",
		totals+"cbc:PayableAmount", "241.50"), "BR-KSA-F-04"},
	{simplified, to(off+"cbc:Amount", "10.000"), "BR-DEC-01"},
	{simplified, to(totals+"cbc:LineExtensionAmount", "200.000"), "BR-DEC-09"},
	{simplified, to(totals+"cbc:AllowanceTotalAmount", "10.000"), "BR-DEC-10"},
	{simplified, to(totals+"cbc:TaxExclusiveAmount", "190.000"), "BR-DEC-12"},
	{simplified, to("cac:TaxTotal[2]/cbc:TaxAmount", "28.500"), "BR-DEC-13"},
	{simplified, to(totals+"cbc:TaxInclusiveAmount", "218.500"), "BR-DEC-14"},
	{simplified, to(totals+"cbc:PayableAmount", "218.500"), "BR-DEC-18"},
	{simplified, to(subs+"cbc:TaxableAmount", "190.000"), "BR-DEC-19"},
	{simplified, to(subs+"cbc:TaxAmount", "28.500"), "BR-DEC-20"},
	{simplified, to(line+"cbc:LineExtensionAmount", "100.000"), "BR-DEC-23"},
	{simplified, to(line+"cac:TaxTotal/cbc:TaxAmount", "15.000"), "BR-KSA-DEC-03"},
	{simplified, to(line+"cac:TaxTotal/cbc:RoundingAmount", "115.000"), "BR-KSA-DEC-04"},
	{simplified, to(off+"cac:TaxCategory/cbc:Percent", "15.000"), "BR-KSA-DEC-02"},
	{simplified, to(totals+"cbc:LineExtensionAmount", "-"), "BR-12"},
	{simplified, to(totals+"cbc:TaxExclusiveAmount", "-"), "BR-13"},
	{simplified, to(totals+"cbc:TaxInclusiveAmount", "-"), "BR-14"},
	{simplified, to(totals+"cbc:PayableAmount", "-"), "BR-15"},
	{simplified, to("cac:TaxTotal[2]/cac:TaxSubtotal", "-"), "BR-CO-18 BR-KSA-EN16931-08 BR-KSA-EN16931-09 BR-S-01"},
	{simplified, to("cac:TaxTotal[1]", "-"), "BR-KSA-EN16931-09"},
	{simplified, to(totals+"cbc:LineExtensionAmount", "200.01", totals+"cbc:TaxExclusiveAmount", "190.01", totals+"cbc:TaxInclusiveAmount", "218.51",
		totals+"cbc:PayableAmount", "218.51"), "BR-CO-10"},
	{simplified, to(totals+"cbc:AllowanceTotalAmount", "9.99", totals+"cbc:TaxExclusiveAmount", "190.01", totals+"cbc:TaxInclusiveAmount", "218.51",
		totals+"cbc:PayableAmount", "218.51"), "BR-CO-11"},
	{simplified, to(totals+"cbc:TaxExclusiveAmount", "190.01", totals+"cbc:TaxInclusiveAmount", "218.51", totals+"cbc:PayableAmount", "218.51"), "BR-CO-13"},
	{simplified, to("cac:TaxTotal[2]/cbc:TaxAmount", "28.51", totals+"cbc:TaxInclusiveAmount", "218.51", totals+"cbc:PayableAmount", "218.51"), "BR-CO-14"},
	{simplified, to(totals+"cbc:TaxInclusiveAmount", "218.51", totals+"cbc:PayableAmount", "218.51"), "BR-CO-15"},
	{simplified, to(totals+"cbc:PayableAmount", "218.51"), "BR-CO-16"},
	{simplified, to(subs+"cbc:TaxAmount", "28.52", "cac:TaxTotal[2]/cbc:TaxAmount", "28.52", totals+"cbc:TaxInclusiveAmount", "218.52",
		totals+"cbc:PayableAmount", "218.52"), "BR-CO-17 BR-S-09"},
	{simplified, to(subs+"cbc:TaxableAmount", ""), "BR-45"},
	{simplified, to(subs+"cbc:TaxAmount", ""), "BR-46"},
	{simplified, to(subs+"cac:TaxCategory/cbc:ID", ""), "BR-47 BR-S-01"},
	{zero, to(subs+"cac:TaxCategory/cbc:Percent", ""), "BR-48"},
	{simplified, to(line+"cac:Item/cac:ClassifiedTaxCategory/cbc:ID", ""), "BR-CO-04 BR-S-08"},
	{simplified, to(line+"cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "0.00"), "BR-S-05 BR-S-08"},
	{simplified, to(off+"cac:TaxCategory/cbc:Percent", "0.00"), "BR-S-06 BR-S-08"},
	{simplified, to(subs+"cbc:TaxableAmount", "190.01"), "BR-S-08"},
	{business, to("cac:TaxTotal[2]/cac:TaxSubtotal[2]/cac:TaxCategory/cbc:ID", "S"), "BR-S-10 BR-Z-01 BR-S-08"},
	{zero, to(line+"cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "15.00"), "BR-Z-05 BR-Z-08"},
	{zero, to(off+"cac:TaxCategory/cbc:Percent", "15.00"), "BR-Z-06 BR-Z-08"},
	{zero, to(subs+"cbc:TaxableAmount", "29.01"), "BR-Z-08"},
	{zero, to(subs+"cbc:TaxAmount", "0.01", "cac:TaxTotal[2]/cbc:TaxAmount", "0.01", totals+"cbc:TaxInclusiveAmount", "29.01", totals+"cbc:PayableAmount", "29.01"), "BR-Z-09"},
	{zero, to(subs+"cac:TaxCategory/cbc:TaxExemptionReasonCode", ""), "BR-KSA-69"},
	{outside, to(subs+"cac:TaxCategory/cbc:ID", "E", subs+"cac:TaxCategory/cbc:TaxExemptionReasonCode", "VATEX-SA-29"), "BR-O-01"},
	{outside, to(line+"cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "15.00"), "BR-KSA-11 BR-O-08"},
	{outside, to(off+"cac:TaxCategory/cbc:Percent", "15.00"), "BR-KSA-12 BR-O-08"},
	{outside, to(subs+"cbc:TaxableAmount", "6.51"), "BR-O-08"},
	{outside, to(subs+"cbc:TaxAmount", "0.01", "cac:TaxTotal[2]/cbc:TaxAmount", "0.01", totals+"cbc:TaxInclusiveAmount", "6.51", totals+"cbc:PayableAmount", "6.51"), "BR-O-09"},
	{outside, to(subs+"cac:TaxCategory/cbc:TaxExemptionReasonCode", ""), "BR-KSA-24"},
	{outside, to(subs+"cac:TaxCategory/cbc:TaxExemptionReasonCode", "VATEX-SA-29"), "BR-KSA-CL-04"},
	{zero, to(subs+"cac:TaxCategory/cbc:TaxExemptionReason", ""), "BR-KSA-83"},
	{simplified, to(code+binary+"@mimeCode", "image/png"), "BR-KSA-27"},
	{simplified, to(code+binary, strings.Repeat("AAAA", 176)), "BR-CL-KSA-14"},
	{simplified, to("cac:Signature", "-"), "BR-KSA-60"},
	{simplified, to("ext:UBLExtensions", "-"), "BR-KSA-28"},
	{simplified, to("cac:Signature/cbc:ID", "signature"), "BR-KSA-29"},
	{simplified, to("cac:Signature/cbc:SignatureMethod", "xades"), "BR-KSA-30"},
}

func TestRules_BrokenRule_IsNamedByID(t *testing.T) {
	found := map[string]bool{}
	for i, tt := range cases {
		t.Run(fmt.Sprintf("%s (%d)", tt.want, i), func(t *testing.T) {
			of := tree(t, tt.of())
			for _, one := range tt.changes {
				one.do(t, of.Root())
			}
			require.Equal(t, tt.want, strings.Join(inOrderOf(tt.want, rules.Broken(of, invoices.Now)), " "))
		})
		for id := range strings.SplitSeq(tt.want, " ") {
			found[id] = true
		}
	}
	for _, rule := range rules.All {
		require.True(t, found[rule.ID], "no document breaks %s", rule.ID)
	}
	require.Len(t, found, len(rules.All))
}

// inOrderOf puts the wanted ids first, in their order.
func inOrderOf(want string, ids []string) []string {
	var list []string
	for one := range strings.SplitSeq(want+" "+strings.Join(ids, " "), " ") {
		seen := false
		for _, known := range list {
			seen = seen || known == one
		}
		for _, id := range ids {
			if id == one && !seen {
				list = append(list, one)
				seen = true
			}
		}
	}
	return list
}

func TestRules_OwnDocuments_PassAll(t *testing.T) {
	for name, d := range map[string]einvoice.Document{
		"simplified": simplified(), "note": note(), "business": business(), "zero rated": zero(), "not subject": outside(),
		"bill": bill(), "credit note of a bill": billNote(),
	} {
		t.Run(name, func(t *testing.T) { require.Empty(t, rules.Broken(tree(t, d), invoices.Now)) })
	}
}

// A part of a bill has a share of the bill's VAT, which the rounding of each line may have moved.
func TestRules_PartOfABill_HasItsShareOfVAT(t *testing.T) {
	off := func(by contract.Halalas) []string {
		d := billNote()
		d.Lines, d.VAT = nil, nil
		d, err := einvoice.Itemised(d, []einvoice.Line{{Name: "رصيد", Net: 10_000, VAT: 1500 + by}}, 15)
		require.NoError(t, err)
		return rules.Broken(tree(t, d), invoices.Now)
	}
	for _, by := range []contract.Halalas{0, 6, -6, 11} {
		require.Empty(t, off(by), by)
	}
	require.Equal(t, []string{"BR-CO-17", "BR-S-09"}, off(12))
}

func TestRules_HaveEachIDOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range rules.All {
		require.False(t, seen[rule.ID], rule.ID)
		seen[rule.ID] = true
		require.NotEmpty(t, rule.Says)
	}
}

func TestRules_IssueDay_IsInRiyadh(t *testing.T) {
	d := simplified()
	d.IssuedAt = time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC) // the 21st in Riyadh
	require.Empty(t, rules.Broken(tree(t, d), d.IssuedAt))
}

const page = "../../../../docs/einvoices.md"

func TestPage_Documentation_MatchesRules(t *testing.T) {
	text := intro
	for _, rule := range rules.All {
		source := "EN 16931"
		if rule.Source == rules.KSA {
			source = "ZATCA"
		}
		text += fmt.Sprintf("| %s | %s | %s |\n", rule.ID, source, rule.Says)
	}
	if *writePage {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o600))
		return
	}
	written, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, text, string(written))
}
