package rules

import (
	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// arithmetic holds the rules about sums.
var arithmetic = []Rule{
	{"BR-12", EN, "A document has the sum of its lines.", missing(totals + "/cbc:LineExtensionAmount")},
	{"BR-13", EN, "It has a total without VAT.", missing(totals + "/cbc:TaxExclusiveAmount")},
	{"BR-14", EN, "It has a total with VAT.", missing(totals + "/cbc:TaxInclusiveAmount")},
	{"BR-15", EN, "It has what is to be paid.", missing(totals + "/cbc:PayableAmount")},
	{"BR-CO-18", EN, "It has at least one VAT breakdown.", func(d document) bool { return len(d.all(subs)) == 0 }},
	{
		"BR-KSA-EN16931-08", KSA, "It has a tax total with the breakdown.",
		func(d document) bool { return len(d.all(subs)) == 0 },
	},
	{
		"BR-KSA-EN16931-09", KSA, "With a currency of the tax there are two tax totals: one with the breakdown and one without.",
		func(d document) bool {
			return d.text("cbc:TaxCurrencyCode") != "" && (len(d.all("cac:TaxTotal")) != 2 || len(d.all(subs)) == 0)
		},
	},
	{"BR-CO-10", EN, "The sum of the lines is that of their net amounts.", unequal(totals+"/cbc:LineExtensionAmount", lines, "cbc:LineExtensionAmount")},
	{"BR-CO-11", EN, "The sum of the allowances is that of their amounts.", unequal(totals+"/cbc:AllowanceTotalAmount", off, "cbc:Amount")},
	{
		"BR-CO-13", EN, "The total without VAT is the sum of the lines less the allowances.",
		equation(func(of func(string) int64) bool {
			return of("cbc:TaxExclusiveAmount") == of("cbc:LineExtensionAmount")-of("cbc:AllowanceTotalAmount")
		}, "cbc:TaxExclusiveAmount", "cbc:LineExtensionAmount"),
	},
	{
		"BR-CO-14", EN, "The VAT of the document is that of its breakdown.",
		func(d document) bool {
			total, there := taxTotal(d)
			of, whole := sum(d.all(subs), "cbc:TaxAmount")
			return there && whole && len(d.all(subs)) > 0 && total != of
		},
	},
	{
		"BR-CO-15", EN, "The total with VAT is the total without it and the VAT.",
		func(d document) bool {
			tax, hasTax := taxTotal(d)
			net, hasNet := halalas(d.text(totals + "/cbc:TaxExclusiveAmount"))
			gross, hasGross := halalas(d.text(totals + "/cbc:TaxInclusiveAmount"))
			return hasTax && hasNet && hasGross && gross != net+tax
		},
	},
	{
		"BR-CO-16", EN, "The amount to pay is the total with VAT, less earlier payments, and a rounding.",
		equation(func(of func(string) int64) bool {
			return of("cbc:PayableAmount") == of("cbc:TaxInclusiveAmount")-of("cbc:PrepaidAmount")+of("cbc:PayableRoundingAmount")
		}, "cbc:PayableAmount", "cbc:TaxInclusiveAmount"),
	},
	{
		"BR-CO-17", EN, "The tax at a rate is what is taxed times the rate, to the halala. Amounts with VAT that no net amount leads to may be " +
			"off by one, and those of several lines by what the VAT of each was rounded by; a credit note for part of a bill by ten halalas more, " +
			"because its VAT is a share of the bill's. ZATCA's file allows less than a riyal.",
		anyOf(subs, wrongTax),
	},
}

// taxTotal returns the VAT of the document from the tax total with the breakdown.
func taxTotal(d document) (int64, bool) {
	for _, e := range d.all("cac:TaxTotal") {
		if e.SelectElement("cac:TaxSubtotal") != nil {
			return amount(e, "cbc:TaxAmount")
		}
	}
	return 0, false
}

// unequal is broken when a total differs from the sum of the elements' values at a path.
func unequal(total, elements, path string) func(document) bool {
	return func(d document) bool {
		said, there := halalas(d.text(total))
		of, whole := sum(d.all(elements), path)
		return there && whole && len(d.all(elements)) > 0 && said != of
	}
}

// equation is broken when the totals do not fulfil it. It needs the totals in needs; other missing totals count as zero.
func equation(holds func(of func(string) int64) bool, needs ...string) func(document) bool {
	return func(d document) bool {
		for _, need := range needs {
			if _, there := halalas(d.text(totals + "/" + need)); !there {
				return false
			}
		}
		return !holds(func(name string) int64 {
			value, _ := halalas(d.text(totals + "/" + name))
			return value
		})
	}
}

const halfRate = 5000 // hundredths of a percent

// wrongTax allows for the rounding of each line's VAT: half a halala for each line, converted to the rate.
func wrongTax(e *etree.Element) bool {
	taxable, hasTaxable := amount(e, "cbc:TaxableAmount")
	tax, hasTax := amount(e, "cbc:TaxAmount")
	rate, hasRate := halalas(ubl.Text(e, "cac:TaxCategory/cbc:Percent"))
	off := tax - (taxable*rate+halfRate)/(2*halfRate)
	sold := int64(len(e.Parent().Parent().SelectElements(lines)))
	most := (max(1, sold)*(2*halfRate+rate)/2 + halfRate) / (2 * halfRate)
	if (document{root: e.Parent().Parent()}).note() {
		most += partOff
	}
	most = min(most, mostOff)
	return hasTaxable && hasTax && hasRate && (off < -most || off > most)
}

// partOff is what the rounding of the lines of a bill may make of the VAT of a part of it.
const partOff = 10

// mostOff is the last halala below a riyal.
const mostOff = 99
