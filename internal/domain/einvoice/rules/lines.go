package rules

import (
	"strings"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// lineRules holds the rules about lines and allowances.
var lineRules = []Rule{
	{"BR-16", EN, "A document has a line.", func(d document) bool { return len(d.all(lines)) == 0 }},
	{"BR-21", EN, "A line has an id.", anyOf(lines, lacks("cbc:ID"))},
	{"BR-22", EN, "It has a quantity.", anyOf(lines, lacks("cbc:InvoicedQuantity"))},
	{"BR-23", EN, "The quantity has a unit.", anyOf(lines+"/cbc:InvoicedQuantity", func(e *etree.Element) bool { return e.SelectAttrValue("unitCode", "") == "" })},
	{"BR-24", EN, "A line has a net amount.", anyOf(lines, lacks("cbc:LineExtensionAmount"))},
	{"BR-25", EN, "It has the name of what was sold.", anyOf(lines, lacks("cac:Item/cbc:Name"))},
	{"BR-26", EN, "It has a price.", anyOf(lines, lacks("cac:Price/cbc:PriceAmount"))},
	{"BR-27", EN, "The price is not below zero.", anyOf(lines, below("cac:Price/cbc:PriceAmount"))},
	{"BR-CO-04", EN, "A line has a category of VAT.", anyOf(lines, lacks(goods+"/cbc:ID"))},
	{"BR-31", EN, "An allowance has an amount.", anyOf(off, lacks("cbc:Amount"))},
	{"BR-32", EN, "It has a category of VAT.", anyOf(off, lacks("cac:TaxCategory/cbc:ID"))},
	{"BR-33", EN, "It has a reason.", anyOf(off, func(e *etree.Element) bool {
		return lacksAny(e, "cbc:AllowanceChargeReason") && lacksAny(e, "cbc:AllowanceChargeReasonCode")
	})},
	{"BR-KSA-F-02", KSA, "It says whether it is a charge: true or false.", anyOf(off+"/cbc:ChargeIndicator", func(e *etree.Element) bool { return e.Text() != "true" && e.Text() != "false" })},
	{
		"BR-KSA-18", KSA, "A category of VAT is one of S, Z, E, O.",
		every(anyOf(lines+"/"+goods, otherCategory), anyOf(subs+"/cac:TaxCategory", otherCategory), anyOf(off+"/cac:TaxCategory", otherCategory)),
	},
	{
		"BR-KSA-EN16931-11", KSA, "The net amount of a line is its quantity times its price.",
		anyOf(lines, func(e *etree.Element) bool {
			net, hasNet := amount(e, "cbc:LineExtensionAmount")
			price, hasPrice := amount(e, "cac:Price/cbc:PriceAmount")
			quantity, hasQuantity := amount(e, "cbc:InvoicedQuantity")
			return hasNet && hasPrice && hasQuantity && quantity*price != net*100
		}),
	},
	{
		"BR-KSA-51", KSA, "The amount of a line with VAT is its net amount and its VAT.",
		anyOf(lines, func(e *etree.Element) bool {
			net, hasNet := amount(e, "cbc:LineExtensionAmount")
			tax, hasTax := amount(e, "cac:TaxTotal/cbc:TaxAmount")
			gross, hasGross := amount(e, "cac:TaxTotal/cbc:RoundingAmount")
			return hasNet && hasTax && hasGross && gross != net+tax
		}),
	},
	{"BR-KSA-52", KSA, "In a tax invoice each line has its VAT.", forBusiness(anyOf(lines, lacks("cac:TaxTotal/cbc:TaxAmount")))},
	{"BR-KSA-53", KSA, "In a tax invoice each line has its amount with VAT.", forBusiness(anyOf(lines, lacks("cac:TaxTotal/cbc:RoundingAmount")))},
	{
		"BR-KSA-F-04", KSA, "Amounts and quantities are not below zero.",
		func(d document) bool {
			return within(d.root, func(e *etree.Element) bool {
				tag := e.FullTag()
				counted := tag == "cbc:InvoicedQuantity" || strings.HasSuffix(tag, "Amount") && tag != "cbc:PayableAmount" && tag != "cbc:RoundingAmount"
				return counted && strings.HasPrefix(e.Text(), "-")
			})
		},
	},
}

func below(path string) func(*etree.Element) bool {
	return func(e *etree.Element) bool {
		sum, there := amount(e, path)
		return there && sum < 0
	}
}

func otherCategory(e *etree.Element) bool {
	id := ubl.Text(e, "cbc:ID")
	return id != "" && id != "S" && id != "Z" && id != "E" && id != "O"
}

// decimals holds the rules about decimals of amounts.
var decimals = []Rule{
	{"BR-DEC-01", EN, "An allowance has at most two decimals.", anyOf(off, tooFine("cbc:Amount"))},
	{"BR-DEC-09", EN, "So has the sum of the lines.", anyOf(totals, tooFine("cbc:LineExtensionAmount"))},
	{"BR-DEC-10", EN, "So has the sum of the allowances.", anyOf(totals, tooFine("cbc:AllowanceTotalAmount"))},
	{"BR-DEC-12", EN, "So has the total without VAT.", anyOf(totals, tooFine("cbc:TaxExclusiveAmount"))},
	{"BR-DEC-13", EN, "So has the VAT of the document.", anyOf("cac:TaxTotal", tooFine("cbc:TaxAmount"))},
	{"BR-DEC-14", EN, "So has the total with VAT.", anyOf(totals, tooFine("cbc:TaxInclusiveAmount"))},
	{"BR-DEC-18", EN, "So has what is to be paid.", anyOf(totals, tooFine("cbc:PayableAmount"))},
	{"BR-DEC-19", EN, "So has what is taxed at a rate.", anyOf(subs, tooFine("cbc:TaxableAmount"))},
	{"BR-DEC-20", EN, "So has the tax at a rate.", anyOf(subs, tooFine("cbc:TaxAmount"))},
	{"BR-DEC-23", EN, "So has the net amount of a line.", anyOf(lines, tooFine("cbc:LineExtensionAmount"))},
	{"BR-KSA-DEC-03", KSA, "So has the VAT of a line.", anyOf(lines, tooFine("cac:TaxTotal/cbc:TaxAmount"))},
	{"BR-KSA-DEC-04", KSA, "So has the amount of a line with VAT.", anyOf(lines, tooFine("cac:TaxTotal/cbc:RoundingAmount"))},
	{
		"BR-KSA-DEC-02", KSA, "A rate is from 0 to 100, with at most two decimals and no sign of percent.",
		every(anyOf(lines+"/"+goods, noRate), anyOf(subs+"/cac:TaxCategory", noRate), anyOf(off+"/cac:TaxCategory", noRate)),
	},
}

func noRate(e *etree.Element) bool {
	text := ubl.Text(e, "cbc:Percent")
	rate, number := halalas(text)
	return text != "" && (!number || rate < 0 || rate > 10000 || tooFine("cbc:Percent")(e))
}
