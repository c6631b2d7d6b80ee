package rules

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"selfcare/internal/domain/einvoice/ubl"
)

// categories holds the rules about the VAT breakdown.
var categories = []Rule{
	{"BR-45", EN, "A VAT breakdown has what is taxed.", anyOf(subs, lacks("cbc:TaxableAmount"))},
	{"BR-46", EN, "It has the tax.", anyOf(subs, lacks("cbc:TaxAmount"))},
	{"BR-47", EN, "It has a category.", anyOf(subs, lacks("cac:TaxCategory/cbc:ID"))},
	{
		"BR-48", EN, "It has a rate, but where it is not subject to VAT.",
		anyOf(subs+"/cac:TaxCategory", func(e *etree.Element) bool { return ubl.Text(e, "cbc:ID") != "O" && ubl.Text(e, "cbc:Percent") == "" }),
	},
	{"BR-S-01", EN, "A sale at the standard rate has a breakdown.", unbroken("S")},
	{
		"BR-S-02", EN, "A seller at the standard rate has a VAT number.",
		func(d document) bool {
			return len(sold(d, "S")) > 0 && d.text(seller+"/cac:PartyTaxScheme/cbc:CompanyID") == ""
		},
	},
	{"BR-S-05", EN, "The rate of a line at the standard rate is above zero.", anyOf(lines+"/"+goods, ofCategory("S", rateIs(func(r int64) bool { return r <= 0 })))},
	{"BR-S-06", EN, "So is that of an allowance.", anyOf(off+"/cac:TaxCategory", ofCategory("S", rateIs(func(r int64) bool { return r <= 0 })))},
	{"BR-S-08", EN, "The taxable amount at a standard rate is its lines less its allowances.", taxedOtherwise("S")},
	{
		"BR-S-09", EN, "The tax at a standard rate is what is taxed times the rate (as BR-CO-17).",
		anyOf(subs, func(e *etree.Element) bool { return ubl.Text(e, "cac:TaxCategory/cbc:ID") == "S" && wrongTax(e) }),
	},
	{
		"BR-S-10", EN, "At the standard rate there is no reason for an exemption.",
		anyOf(subs+"/cac:TaxCategory", ofCategory("S", func(e *etree.Element) bool {
			return ubl.Text(e, "cbc:TaxExemptionReasonCode")+ubl.Text(e, "cbc:TaxExemptionReason") != ""
		})),
	},
	{"BR-Z-01", EN, "A zero rated sale has one breakdown.", unbroken("Z")},
	{"BR-Z-05", EN, "The rate of a zero rated line is zero.", anyOf(lines+"/"+goods, ofCategory("Z", rateIs(notZero)))},
	{"BR-Z-06", EN, "So is that of a zero rated allowance.", anyOf(off+"/cac:TaxCategory", ofCategory("Z", rateIs(notZero)))},
	{"BR-Z-08", EN, "The zero rated amount is its lines less its allowances.", taxedOtherwise("Z")},
	{"BR-Z-09", EN, "Its tax is zero.", anyOf(subs, taxed("Z"))},
	{"BR-KSA-69", KSA, "It has the code of a reason.", anyOf(subs+"/cac:TaxCategory", ofCategory("Z", lacks("cbc:TaxExemptionReasonCode")))},
	{"BR-O-01", EN, "A sale that is not subject to VAT has one breakdown.", unbroken("O")},
	{"BR-KSA-11", KSA, "The rate of a line that is not subject to VAT is zero.", anyOf(lines+"/"+goods, ofCategory("O", rateIs(notZero)))},
	{"BR-KSA-12", KSA, "So is that of such an allowance.", anyOf(off+"/cac:TaxCategory", ofCategory("O", rateIs(notZero)))},
	{"BR-O-08", EN, "The amount that is not subject to VAT is its lines less its allowances.", taxedOtherwise("O")},
	{"BR-O-09", EN, "Its tax is zero.", anyOf(subs, taxed("O"))},
	{"BR-KSA-24", KSA, "It has the code of a reason.", anyOf(subs+"/cac:TaxCategory", ofCategory("O", lacks("cbc:TaxExemptionReasonCode")))},
	{"BR-KSA-CL-04", KSA, "Such a code is one of ZATCA's for the category.", anyOf(subs+"/cac:TaxCategory", unknownReason)},
	{
		"BR-KSA-83", KSA, "A code comes with a reason in words.",
		anyOf(subs+"/cac:TaxCategory", func(e *etree.Element) bool {
			return ubl.Text(e, "cbc:TaxExemptionReasonCode") != "" && ubl.Text(e, "cbc:TaxExemptionReason") == ""
		}),
	},
}

// reasons lists the codes of exemption reasons by category.
var reasons = map[string][]string{
	"Z": {
		"VATEX-SA-32", "VATEX-SA-33", "VATEX-SA-34-1", "VATEX-SA-34-2", "VATEX-SA-34-3", "VATEX-SA-34-4", "VATEX-SA-34-5", "VATEX-SA-35",
		"VATEX-SA-36", "VATEX-SA-EDU", "VATEX-SA-HEA", "VATEX-SA-MLTRY", "VATEX-SA-DIPLOMAT",
	},
	"E": {"VATEX-SA-29", "VATEX-SA-29-7", "VATEX-SA-30"},
	"O": {"VATEX-SA-OOS"},
}

func unknownReason(e *etree.Element) bool {
	code := ubl.Text(e, "cbc:TaxExemptionReasonCode")
	known, without := reasons[ubl.Text(e, "cbc:ID")]
	return without && code != "" && !slices.Contains(known, code)
}

// sold returns the lines of a category.
func sold(d document, category string) []*etree.Element {
	return slices.DeleteFunc(d.all(lines), func(e *etree.Element) bool { return ubl.Text(e, goods+"/cbc:ID") != category })
}

// unbroken is broken by lines of a category without a breakdown; each category but the standard one has a single breakdown.
func unbroken(category string) func(document) bool {
	return func(d document) bool {
		breakdowns := 0
		for _, e := range d.all(subs) {
			if ubl.Text(e, "cac:TaxCategory/cbc:ID") == category {
				breakdowns++
			}
		}
		return len(sold(d, category)) > 0 && (breakdowns == 0 || category != "S" && breakdowns > 1)
	}
}

func ofCategory(category string, broken func(*etree.Element) bool) func(*etree.Element) bool {
	return func(e *etree.Element) bool { return ubl.Text(e, "cbc:ID") == category && broken(e) }
}

func rateIs(wrong func(int64) bool) func(*etree.Element) bool {
	return func(e *etree.Element) bool {
		rate, there := halalas(ubl.Text(e, "cbc:Percent"))
		return there && wrong(rate)
	}
}

func notZero(rate int64) bool { return rate != 0 }

func taxed(category string) func(*etree.Element) bool {
	return func(e *etree.Element) bool {
		tax, there := amount(e, "cbc:TaxAmount")
		return ubl.Text(e, "cac:TaxCategory/cbc:ID") == category && there && tax != 0
	}
}

// taxedOtherwise compares each breakdown of a category with the lines and allowances at its rate.
func taxedOtherwise(category string) func(document) bool {
	return func(d document) bool {
		for _, e := range d.all(subs) {
			of := e.SelectElement("cac:TaxCategory")
			if of == nil || ubl.Text(of, "cbc:ID") != category {
				continue
			}
			rate, _ := halalas(ubl.Text(of, "cbc:Percent"))
			said, there := amount(e, "cbc:TaxableAmount")
			plus, whole := sum(at(d.all(lines), goods, category, rate), "cbc:LineExtensionAmount")
			less, wholeToo := sum(at(d.all(off), "cac:TaxCategory", category, rate), "cbc:Amount")
			if there && whole && wholeToo && said != plus-less {
				return true
			}
		}
		return false
	}
}

// at returns the elements with this category and rate.
func at(elements []*etree.Element, path, category string, rate int64) []*etree.Element {
	return slices.DeleteFunc(elements, func(e *etree.Element) bool {
		of := e.FindElement(path)
		if of == nil {
			return true
		}
		theirs, _ := halalas(ubl.Text(of, "cbc:Percent"))
		return strings.TrimSpace(ubl.Text(of, "cbc:ID")) != category || theirs != rate
	})
}
